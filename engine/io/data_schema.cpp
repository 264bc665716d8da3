// See the header. Every float is a double, whose shortest text reads back as the same.
#include "engine/io/data_schema.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace tl {

using nlohmann::json;

json toJson(const DataSchema& schema) {
    json value = json::object();
    json columns = json::array();
    for (const DataSchema::Column& column : schema.columns) {
        columns.push_back({{"name", column.name}});
        if (!column.words.empty()) columns.back()["words"] = column.words;
    }
    value["columns"] = std::move(columns);
    value["label"] = schema.label;
    value["fill"] = schema.fill;
    value["settings"] = schema.settings;
    value["buckets"] = schema.buckets;
    value["scaling"] = {{"offset", schema.scaling.offset}, {"factor", schema.scaling.factor}};
    if (!schema.pca.mean.empty())
        value["pca"] = {{"mean", schema.pca.mean},
                        {"components", schema.pca.components},
                        {"variance", schema.pca.variance},
                        {"variance_share", schema.pca.varianceShare}};
    return value;
}

DataSchema dataSchemaFrom(const json& value) {
    DataSchema schema;
    for (const json& column : value.at("columns"))
        schema.columns.push_back(
            {column.at("name").get<std::string>(), column.value("words", std::vector<std::string>{})});
    schema.label = value.at("label").get<std::string>();
    schema.fill = value.at("fill").get<std::vector<float>>();
    schema.settings = value.at("settings").get<std::map<std::string, std::string>>();
    schema.buckets = value.at("buckets").get<std::map<std::string, std::vector<float>>>();
    schema.scaling.offset = value.at("scaling").at("offset").get<std::vector<float>>();
    schema.scaling.factor = value.at("scaling").at("factor").get<std::vector<float>>();
    if (const auto pca = value.find("pca"); pca != value.end()) {
        schema.pca.mean = pca->at("mean").get<std::vector<double>>();
        schema.pca.components = pca->at("components").get<std::vector<double>>();
        schema.pca.variance = pca->at("variance").get<std::vector<double>>();
        schema.pca.varianceShare = pca->at("variance_share").get<std::vector<double>>();
    }
    const size_t inputs = inputNames(schema).size();
    const Pca& pca = schema.pca;
    if ((!schema.fill.empty() && schema.fill.size() != inputs) ||
        schema.scaling.offset.size() != schema.scaling.factor.size() ||
        pca.components.size() != pca.mean.size() * pca.variance.size() ||
        pca.variance.size() != pca.varianceShare.size())
        throw Error("its data_schema", "as many numbers as columns", "others");
    return schema;
}

}  // namespace tl

// CSV files, opened as a data set: header, types, labels and values.
#include "engine/data/source.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    return {"a,b,label\n1,2,x\n3,?,y\n", "1;2;0\r\n\r\n3;\"4\";1\r\n5;6;1",
            "\xEF\xBB\xBFx,\"say \"\"hi\"\"\nthere\",split\n1.5,1,train\n-2e9,0,test\n1,1,val\n",
            "file,kind\na.png,cat\n/b.jpg,dog\n"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const tl::fuzz::MemoryFile file(data, size);
    tl::fuzz::withoutErrors([&] {
        const tl::DataSet set = tl::openDataSet("csv:" + file.path());
        for (int64_t i = 0; i < set.train->size(); ++i) set.train->label(i), set.train->itemName(i);
    });
    return tl::fuzz::withoutErrors([&] { tl::openDataSet("csv:" + file.path() + "?scale=standard&bucket=a:3"); });
}

// Edits of a network as plain functions on the value: what each undo step does, testable without any window. They
// keep the rules that every edit keeps: an input port has one wire, and a merge's ports stay without gaps.
#pragma once

#include <string>
#include <vector>

#include "engine/layers/diagnostic.h"
#include "engine/model/network_spec.h"

namespace tl::edits {

struct Point {
    double x = 0, y = 0;
};

inline constexpr double kRowStep = 82, kColumnStep = 240;  // from one node to the next, px

// What `type` below takes may be a type with one of its choices made: "Activation?activation=softmax". Its type.
std::string typeOf(const std::string& type);
// Adds a layer of the type, otherwise with its defaults; returns its id.
std::string addLayer(NetworkSpec& network, const std::string& type, Point at);
// Replaces a wire that is already in the port.
void connect(NetworkSpec& network, const std::string& from, const std::string& to, int port);
void disconnect(NetworkSpec& network, const std::vector<LinkSpec>& links);
// The wire ends at another port, where it replaces the wire that is there, or changes places with one of the same
// layer; in a merge those behind its old one move up. Where it ends then.
int reconnect(NetworkSpec& network, const LinkSpec& wire, const std::string& to, int port);
// With reconnect, what fed a removed layer's first input feeds those that it fed.
void removeLayers(NetworkSpec& network, const std::vector<std::string>& ids, bool reconnect);
// Bypasses the layers, or takes all of them back in where all are bypassed; what was done. Inputs and outputs stay.
bool toggleBypass(NetworkSpec& network, const std::vector<std::string>& ids);
void move(NetworkSpec& network, const std::vector<std::string>& ids, Point by);
// Why a layer may not be called so; empty = it may.
Message refusesName(const NetworkSpec& network, const std::string& id, const std::string& name);
void rename(NetworkSpec& network, const std::string& id, const std::string& name);
// A value equal to the default is not kept.
void setProperty(NetworkSpec& network, const std::string& id, const std::string& key, const PropertyValue& value);
// Whether the layer has weights that can be frozen.
bool canFreeze(const NodeSpec& node);
// Puts a layer that is there into a wire, which keeps its port.
void splice(NetworkSpec& network, const std::string& id, const LinkSpec& wire);
// Puts a new layer into a wire and moves what follows down where it would overlap; returns its id.
std::string insertOnWire(NetworkSpec& network, const std::string& type, const LinkSpec& wire);
// Follows `after`: in its wire where it has exactly one, else below it. Of several (top first) a merge takes all,
// another layer the last; none = wherever it fits.
std::string addAfter(NetworkSpec& network, const std::string& type, const std::vector<std::string>& after);
// Wires the layers (top first) in a row, each to a free input of the next; where the last is a merge, all of them to
// it. Wires that are there already, or that would close a circle, are left out. How many were made.
int connectAll(NetworkSpec& network, const std::vector<std::string>& ids);
void applyRepair(NetworkSpec& network, const std::string& node, const Repair& repair);
// Swaps the type, keeping the wires that fit and the properties of the same name and kind. A name that the program gave
// ("conv_2") becomes one of the new type; returns the name that it has now.
std::string changeType(NetworkSpec& network, const std::string& id, const std::string& type);
// How far to move `piece` so that none of its cards lies on another: as `by` says, or to the nearest place around it
// that is free (free_place.cpp).
Point clearOf(const NetworkSpec& network, const NetworkSpec& piece, Point by);

// The layers and the wires among them.
NetworkSpec extract(const NetworkSpec& network, const std::vector<std::string>& ids);
// Wires into the layers from outside.
std::vector<LinkSpec> incoming(const NetworkSpec& network, const std::vector<std::string>& ids);
// Adds a copy under fresh ids where they clash, moved by `by`; returns the new ids. Wires of `incoming` are made
// where both ends exist.
std::vector<std::string> paste(NetworkSpec& network, const NetworkSpec& piece, Point by,
                               const std::vector<LinkSpec>& incoming = {});

}  // namespace tl::edits

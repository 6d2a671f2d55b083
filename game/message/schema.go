package message

import _ "embed"

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of every message. A request is
// valid against its $defs/request, a reply against its $defs/reply, and either
// against the whole.
func Schema() string { return schema }

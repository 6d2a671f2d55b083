//go:build !wasm

package eval

// tracing says that Count is there.
const tracing = true

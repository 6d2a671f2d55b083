//go:build !wasm

package engine

// MaxThreads is the largest number of threads.
const MaxThreads = 256

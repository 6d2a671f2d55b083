//go:build !wasm

package search

import "sync/atomic"

// loadWord and storeWord are atomic, since threads share the words of the table.
func loadWord(w *uint64) uint64     { return atomic.LoadUint64(w) }
func storeWord(w *uint64, v uint64) { atomic.StoreUint64(w, v) }

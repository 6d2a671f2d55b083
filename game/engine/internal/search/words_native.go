//go:build !wasm

package search

import "sync/atomic"

// The words of the table are what threads share.
func loadWord(w *uint64) uint64     { return atomic.LoadUint64(w) }
func storeWord(w *uint64, v uint64) { atomic.StoreUint64(w, v) }

package search

// loadWord and storeWord need not be atomic with one thread. In WebAssembly that costs a call.
func loadWord(w *uint64) uint64     { return *w }
func storeWord(w *uint64, v uint64) { *w = v }

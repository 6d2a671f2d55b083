package search

// With one thread the table's words need no atomic access, which costs a call here.
func loadWord(w *uint64) uint64     { return *w }
func storeWord(w *uint64, v uint64) { *w = v }

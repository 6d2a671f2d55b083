//go:build !unix

package term

import "context"

// WhileRead returns the parent: there is no asking here.
func WhileRead(parent context.Context, _ any) context.Context { return parent }

//go:build !network

package engine

import "github.com/banchess/banchess/game/engine/internal/eval"

type evaluator = eval.Evaluator

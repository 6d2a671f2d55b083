// The base of all parts: the store and its state, the texts, the view, the storage, keys
// and dialogs.

export { begins, begunFrom, invites, lineIn, newId, tagsOf, withTags, type Begun } from "./begun.js";
export { watchBoot } from "./boot.js";
export { clockText, newClock, passed, paused, resumed, TENTHS, timeLeft, type Clock } from "./clock.js";
export { createDialog, DialogHead, type Dialog } from "./dialogs.js";
export { $, copyFrom, save, styled, textOf } from "./dom.js";
export { Edits } from "./edits.js";
export { BanFigure, Glyph, Icon, PieceImage } from "./figures.js";
export { BETTER, isJudgement, judged, JUDGEMENTS, signOf, type Judgement } from "./glyphs.js";
export { isElsewhere, listenToKeys } from "./keys.js";
export { words } from "language/first";
export { read, whyUnstored, write } from "./localstore.js";
export { applySettings, scaleBoard } from "./looks.js";
export { isLayered, watchHistory, whenFlat } from "./layers.js";
export { bindList } from "./menu.js";
export { onDemand } from "./ondemand.js";
export { gameEnd, isAway, isLocked, isLookingBack, isReadOnly, mayPlay, toldTo, takeBackTo } from "./permissions.js";
export { areHumans, computerAs, HUMANS, isRemote, ownSide, playersFrom, remoteAs, type Players } from "./players.js";
export { actionOf, isLegal, lastReply, lineKey, other, pairIn, pairOf, pieceOn, piecesAfter, positionBefore, positionOf, threatening, type Pieces, type Position } from "./position.js";
export { cancelQueue, dropQueue, enqueue } from "./queue.js";
export { extend, fromParts, isEmpty, isFresh, isStudy, isUntouched, makeMainLine } from "./record.js";
export { chances, lineOf, scoreText, type Line } from "./score.js";
export { CHOICES, DEFAULTS, type Settings } from "./settings.js";
export { changeRecord, FIRST_STATE, NO_ANALYSIS, updateSettings, type Analysis, type Aside, type Computer, type Left, type Notice, type PageStore, type Shown, type State, type Tour } from "./state.js";
export { GAME, keep, leftFrom, restoreClock, restoreGame, restoreSettings } from "./storage.js";
export { createStore, type Store } from "./store.js";
export { watchTabs } from "./tabs.js";
export { draw, Fragment, h, show, type Child } from "./view.js";
export { announcement, banText, dashed, details, errorText, headline, name, nodeName, pieceName, resultText, roleName, seatName, sentence, slipText, trouble, unplayable } from "./words.js";

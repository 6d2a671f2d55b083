// The model of a game on the page, without the page: its record, position, players and
// clock, and the words for them.

export { begins, begunFrom, invites, lineIn, newId, tagsOf, withTags, type Begun } from "./begun.js";
export { clockText, newClock, passed, paused, resumed, TENTHS, timeLeft, type Clock, clockFrom } from "./clock.js";
export { Edits } from "./edits.js";
export { BETTER, isJudgement, judged, JUDGEMENTS, signOf, type Judgement } from "./glyphs.js";
export { areHumans, computerAs, HUMANS, isRemote, ownSide, playersFrom, remoteAs, type Players } from "./players.js";
export { actionOf, isLegal, lastReply, lineKey, other, pairIn, pairOf, pieceOn, piecesAfter, positionBefore, positionOf, threatening, type Pieces, type Position, shownAgain, shownOf } from "./position.js";
export { extend, fromParts, isEmpty, isFresh, isStudy, isUntouched, makeMainLine, newRecord, recordFrom } from "./record.js";
export { chances, chancesOf, lineOf, scoreText, type Line } from "./score.js";
export { banText, dashed, details, errorText, headline, name, nodeName, outlook, pieceName, resultText, roleName, seatName, sentence, slipText, trouble, unplayable, megabytes } from "./words.js";

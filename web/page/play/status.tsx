// The status: the player to act, the ban in force, and the last refusal.

import type { Action } from "../../banchess/banchess.js";
import { dashed, details, errorText, headline, lastReply } from "../model/index.js";
import { gameEnd, isAfterGame, isLocked, isLookingBack, takeBackTo, toldTo, updateSettings, words, type Computer, type PageStore, type State } from "../shell/index.js";
import { $, draw, Fragment, h, refocus, show } from "../view/index.js";
import { firstTask, TourStep, type TourCommands } from "./tour.js";

interface Commands {
  restore(): void; // restores the previous game
  undo(): void; // undoes the last edit
  retry(): void; // lets the computer try again
  play(action: Action): void;
  rematch(): void;
  toGame(): void;
  takeBack(): void;
  playOn(): void;
  judge(): void;
  readonly tour: TourCommands;
}

export function createStatus(store: PageStore, commands: Commands): void {
  const analyse = () => {
    updateSettings(store, { mode: "analyse", tab: "report" });
    commands.judge();
  };
  show(
    store, ["position", "settings", "players", "computer", "notice", "previous", "tour", "place", "rules", "boot", "progress", "dangers", "revision", "clock", "aside", "live"], $("status"),
    (state) => <Status state={state} {...commands} analyse={analyse} />,
  );
  store.watch(["position", "computer", "players", "settings", "place"], (state) => {
    const { position: { result, phase, active }, computer } = state;
    Object.assign($("status").dataset, { phase: result ? "over" : phase, player: result ? (result.winner ?? "none") : active, reason: result?.reason ?? "", lost: isLost(state) });
    document.body.dataset.engine = computer.state;
  });
  store.watch(["position", "title", "players", "settings", "place"], (state) => {
    document.title = words.shell.title(state.title ?? headline(state.position, toldTo(state), state.players));
  });
  store.watch(["unkept", "unlisted", "begun", "link", "place"], ({ unkept, unlisted, begun, link, place }) => {
    const isKept = !unkept || link === undefined;
    $("unkept").hidden = isKept && (!unlisted || !begun) || place !== null; // Learn has its own message for this
    draw($("unkept"), isKept ? words.shell.unlisted(unlisted) : words.shell.unkept(unkept, Boolean(link)));
  });
}

function Status({ state, restore, undo, retry, play, rematch, toGame, takeBack, playOn, analyse, tour }: Commands & { state: State; analyse: () => void }) {
  const { position, settings, notice, previous, computer, boot, progress, place, rules } = state;
  const { result, phase } = position, { current } = state.record;
  const isLoading = boot.phase === "loading", isTour = state.tour !== "off", isRefusal = notice !== null && notice.kind !== "info";
  const isAfter = rules && result && settings.mode === "play" && !isTour && place === null;
  // The warning: the next ban may end the game.
  const last = isLocked(state) || isRefusal || isTour ? null : lastReply(position);
  const isBack = isLookingBack(state), isOver = isAfterGame(state);
  const text = notice ? errorText(notice.text) : "", task = computer.state === "off" && firstTask(state);
  return (
    <>
      <svg class="status-icon" aria-hidden="true"><use href={`#i-${result ? (isLost(state) ? "resign" : result.winner ? "over" : "draw") : phase}`} /></svg>
      <div>
        <h2 id="headline" tabindex="-1">{headline(position, toldTo(state), state.players)}</h2>
        <p class="status-line">
          <span id="progress-text">{isLoading && progress}</span>{" "}
          <TourStep state={state} {...tour} />{" "}
          <span id="notice" role="status" title={text} data-kind={notice?.kind ?? ""} data-code={notice?.code ?? ""}>{text}</span>{" "}
          {/* A refusal covers it: what is hidden and comes back would be spoken again. */}
          <span id="task" class={isRefusal ? "hidden" : ""} role="status">{task}</span>{" "}
          <span id="details" hidden={isTour || task || isRefusal && !result || computer.state !== "off" || isLoading || boot.phase === "failed"}>{isBack ? lookText(state) : isOver ? words.play.status.over(current.parent && current.moveNumber) : aboutOf(state)}</span>{" "}
          <span id="engine-status">{computer.state === "failed" ? <span role="alert">{engineText(computer)}</span> : engineText(computer)}</span>{" "}
          <span class="links">
            <Link id="finish" shown={last} press={() => last && play({ ban: last })} text={last ? words.play.status.ban(dashed(last)) : ""} />
            <Link id="engine-retry" shown={computer.state === "failed"} press={retry} text={words.shell.tryAgain} />
            <Link id="restore" shown={notice?.offersRestore && previous} press={restore} text={words.play.status.restore} />
            <Link id="undo-edit" shown={notice?.offersUndo} press={undo} text={words.shell.undo} />
            <Link id="to-game" shown={isBack || isOver} press={toGame} text={words.play.status.toGame} />
            <Link id="take-back-here" shown={isBack && takeBackTo(state) === state.record.current} press={takeBack} text={words.play.status.takeBack} />
            <Link id="play-on" shown={rules && current.outcome && settings.mode === "analyse" && place === null} press={playOn} text={words.play.status.playOn} />
          </span>
        </p>
        <div class="links buttons">
          <Link id="rematch" kind="button primary" shown={isAfter && state.begun && !state.live && !state.begun.room && !state.begun.isGuest} press={rematch} text={words.play.status.rematch} />
          <Link id="analyse-game" kind="button" shown={isAfter} press={analyse} text={words.play.status.analyse} />
        </div>
      </div>
    </>
  );
}

const Link = ({ id, kind = "link", shown, press, text }: { id: string; kind?: string; shown: unknown; press: () => void; text: string }) =>
  <button id={id} class={kind} hidden={!shown} onclick={() => { press(); refocus(); }}>{text}</button>;

/** Says what is looked at instead of the end of the game. */
export function lookText(state: State): string {
  const { record: { current } } = state, { lookingBack, lookingAside } = words.play.status;
  return current.parent && !gameEnd(state)?.line().includes(current) ? lookingAside : lookingBack;
}

/** Reports whether the only person at this screen has lost. */
const isLost = (state: State) => ![undefined, null, toldTo(state) ?? state.position.result?.winner].includes(state.position.result?.winner);

function aboutOf({ position, dangers }: State): string {
  return [...details(position), ...(dangers.size > 0 ? [words.shell.dangers(dangers.size)] : [])].join(" · ");
}

function engineText({ state, error, restarted }: Computer): string {
  const { engine } = words.shell;
  if (state === "failed") return `${error ?? engine.failed} ${engine.playForIt}`;
  return state === "thinking" && restarted ? engine.restarted : engine[state];
}

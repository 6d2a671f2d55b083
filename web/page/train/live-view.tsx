// The view of a live race below the storm: the link and who is there, the countdown, how all
// stand, and the result.

import { words } from "language/train";
import { copyFrom, h, Icon, send } from "../view/index.js";
import type { LiveState, Racer, Told } from "./live-types.js";

interface View {
  readonly state: LiveState;
  readonly isOn: boolean; // whether the own storm is under way
  readonly live: { readonly store: { set(change: Partial<LiveState>): void }; open(id: string, isPressed: boolean): Promise<void>; start(): Promise<void>; enter(name: string): Promise<void> };
}

/** Adds a live race to the card of a storm. */
export function LiveView({ state, live, isOn }: View) {
  const { told, own, isConnected, count, error, said, isOffer } = state, { live: text } = words.train;
  if (error) return <div key="live"><p id="live-error" class="learn-feedback" data-bad="true" role="alert">{error}</p>{!isOn && <p id="learn-main"><a class="button" href="#race/new">{text.otherRace}</a></p>}</div>;
  if (isOffer) return <div key="live"><p class="learn-feedback">{text.offerOpen}</p><p id="learn-main"><button id="live-open" type="button" class="button primary" onclick={() => void live.open("", true)}>{text.open}</button></p></div>;
  if (!told) return <p key="live" id="live-said" class="learn-feedback" role="status">{text.joining}</p>;
  const me = told.racers[own - 1], isLobby = told.heat === 0;
  return (
    <div key="live" id="live" data-phase={count > 0 ? "countdown" : told.phase} data-race={told.race}>
      {count > 0 ? <h2 id="live-count" role="timer" aria-live="assertive">{count}</h2> : !isOn && <h2 id="live-task">{headline(told, me)}</h2>}
      <p id="live-said" class="learn-feedback" role="status" data-bad={!!said || !isConnected}>{!isConnected ? text.lost : said || (isOn || count > 0 ? "" : hint(told, me))}</p>
      {isLobby ? <Lobby told={told} own={own} /> : <Table told={told} own={own} />}
      {count > 0 && <p id="learn-main"><button type="button" class="button" disabled>{words.train.end}</button></p>}
      {!isOn && count === 0 && <Around told={told} me={me} state={state} live={live} />}
    </div>
  );
}

/** Says how the race stands. */
function headline({ phase, racers }: Told, me: Racer | undefined): string {
  const { live } = words.train, inHeat = racers.filter(({ place }) => place !== undefined);
  if (phase === "lobby") return live.lobby;
  if (phase === "running") return me?.done ? live.isDone : live.underWay;
  return me?.place === undefined ? live.over : live.placed(me.place, inHeat.filter(({ place }) => place === me.place).length > 1);
}

/** Says what is waited for. */
function hint({ phase, racers }: Told, me: Racer | undefined): string {
  const { live } = words.train, left = racers.filter(({ place, done }) => place !== undefined && !done).length, here = racers.filter((racer) => racer.here).length;
  if (phase === "running") return live.waiting(left);
  if (!me) return live.watching;
  return here < 2 ? live.alone : `${live.here(here)}${phase === "lobby" ? ` ${live.rules}` : ""}`;
}

const name = ({ racer, name }: Racer): string => name ?? words.train.live.racer(racer);

const Name = ({ of, own }: { of: Racer; own: number }) => (
  <span class="live-name"><bdi>{name(of)}</bdi>{of.racer === own && <span class="learn-score"> {words.train.live.you}</span>}{!of.here && <span class="learn-score"> {words.train.live.away}</span>}</span>
);

const Lobby = ({ told, own }: { told: Told; own: number }) => (
  <ol id="live-racers" class="live-racers" aria-label={words.train.live.racers}>
    {told.racers.map((racer) => <li key={`racer-${racer.racer}`} data-own={racer.racer === own} data-away={!racer.here}><Name of={racer} own={own} /></li>)}
  </ol>
);

function Table({ told: { racers, phase }, own }: { told: Told; own: number }) {
  const { live } = words.train, inHeat = racers.filter(({ place }) => place !== undefined).sort((a, b) => a.place! - b.place! || a.racer - b.racer);
  const hasCounts = inHeat.some(({ solved, wrong }) => solved! + wrong! > 0);
  return (
    <table id="live-table" class="live-table">
      <caption class="hidden">{phase === "over" ? live.result : live.standing}</caption>
      <thead><tr><th scope="col"><span class="hidden">{live.place}</span></th><th scope="col"><span class="hidden">{live.who}</span></th><th scope="col">{live.solved}</th><th scope="col">{live.wrong}</th><th scope="col">{live.row}</th></tr></thead>
      <tbody>
        {inHeat.map((racer) => (
          <tr key={`racer-${racer.racer}`} data-own={racer.racer === own} data-away={!racer.here}>
            <td>{hasCounts && racer.place}</td><th scope="row"><Name of={racer} own={own} /></th><td class="live-solved">{racer.solved}</td><td>{racer.wrong}</td><td>{racer.combo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The start, the own name, and the link to send. */
function Around({ told: { phase, heat, racers }, me, state: { name, link, isConnected, isCopied }, live }: Pick<View, "state" | "live"> & { told: Told; me: Racer | undefined }) {
  const { live: text } = words.train, isOff = phase === "running" || !me || !isConnected || racers.filter(({ here }) => here).length < 2;
  const copy = async () => live.store.set({ isCopied: (await copyFrom("live-link")).done });
  return (
    <div class="live-around">
      <p id="learn-main"><button id="storm-again" type="button" class="button primary" aria-disabled={isOff} onclick={() => { if (!isOff) void live.start(); }}>{heat === 0 ? text.start : text.again}</button></p>
      {me && <p class="live-field"><label for="live-name">{text.yourName}</label><input id="live-name" value={name} placeholder={text.racer(me.racer)} autocomplete="nickname" spellcheck={false} onchange={({ currentTarget }: Event) => void live.enter((currentTarget as HTMLInputElement).value.trim())} /></p>}
      <p class="learn-score">{text.send}</p>
      <p class="live-field">
        <input id="live-link" readonly value={link} aria-label={text.link} onfocus={({ currentTarget }: Event) => (currentTarget as HTMLInputElement).select()} />
        <button id="live-copy" type="button" class="button" onclick={() => void copy()}><Icon name={isCopied ? "check" : "copy"} /><span>{isCopied ? text.isCopied : text.copy}</span></button>
        {"share" in navigator && <button id="live-send" type="button" class="button" onclick={() => send(link)}><Icon name="share" /><span>{text.share}</span></button>}
      </p>
      <p id="live-copied" class={isCopied ? "hidden" : "learn-score"} role="status">{isCopied === null ? "" : isCopied ? text.copied : text.notCopied}</p>
    </div>
  );
}

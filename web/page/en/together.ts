// Games with a friend elsewhere.

import type { Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { names, several } = first;
const actions = (n: number) => several(n, "action");

/** What a player did besides banning and moving, by the sign in the log. */
const steps: { readonly [sign: string]: (name: string, back: number) => string } = {
  "=": (name) => `${name} offers a draw`,
  "<": (name, back) => `${name} asks to take back ${actions(back)}`,
  "+": (name) => `${name} agrees to the draw`,
  "(": (name, back) => `${name} agrees to take back ${actions(back)}`,
  "-": (name) => `${name} declines`,
  "#": (name) => `${name} resigns`,
  "!": (name) => `${name}’s time is up`,
};

export const words = {
  ...first,
  together: {
    /** The errors of a log, besides those of the rules. */
    logErrors: {
      bad_log: "it has something in it that is neither a ban nor a move nor an offer",
      open_offer: "an offer is waiting for an answer",
      no_offer: "there is no offer to answer",
      bad_takeback: "so many bans and moves have not been played",
      game_over: "the game is over",
      desync: "the two games differ",
    },
    /** The errors of codes, and of the connections that are made by them. */
    codeErrors: {
      bad_code: "This code is damaged: part of it is missing or was changed. Copy the whole code, or ask for it again.",
      other_release: "This code was made by another release of Ban Chess. Reload the page on both sides to get the newest one.",
      not_invitation: "This is an answer. Your friend has to open it, who has invited you.",
      not_answer: "This is an invitation. Here you need the answer that your friend’s page shows.",
      other_answer: "This answers another invitation. Send your friend the invitation that is shown here.",
      own_code: "This is your own invitation: send it to your friend.",
      no_invitation: "The page that made the invitation is not open any more. Make a new invitation.",
      bad_stun: "The STUN server in the settings is not an address, such as stun.example.org:3478.",
      no_webrtc: "This browser cannot connect to another one. Play by link instead.",
      no_connection: "Your networks do not let you see each other: use a link or a room.",
      bad_message: "Your friend’s page sent something that this page does not understand. Reload the page on both sides.",
      foreign_code: "Your friend’s page has another game on the board.",
      desync: "The two games differ.",
    },
    foreign: "This link has the id of one of your games, but begins from another position. Nothing was changed.",

    link: "Link to your game",
    invite: (player: Player, hasBegun: boolean) =>
      `${hasBegun ? "Your turn is done. " : ""}Send this link to your friend, who plays ${names[player]}${hasBegun || player === "white" ? "" : " and bans first"}:`,
    done: "Your turn is done. Send this link to your opponent:",
    offeredDraw: "This link offers a draw. Send it to your opponent:",
    askedBack: "This link asks to take back. Send it to your opponent:",
    over: "The game is over. Send this link to your opponent:",
    offerSent: "Your offer is with your opponent.",
    drawGoesAlong: "Your draw offer goes with the link after your turn.",
    copy: "Copy link",
    send: "Send",
    isCopied: "Copied",
    copied: "Link copied.",
    notCopied: "Copying was refused. Select the link and copy it.",
    tooLong: "This game is too long for a link.",

    offersDraw: "Your opponent offers a draw. To decline, go on playing.",
    asksBack: (action: string, more: boolean) => `Your opponent asks to take back ${action}${more ? " and what followed" : ""}.`,
    agree: "Take back",
    agreeDraw: "Accept the draw",
    decline: "Decline",

    joined: (player: Player) => `You play ${names[player]} against a friend. After your turn you get a link to send back.`,
    played: (actions: string) => `Your opponent played ${actions}.`,
    answered: "Your opponent has answered.",
    /** What the opponent did, by the sign in the log. */
    news: {
      "-": "Your opponent has declined. The game goes on.",
      "(": "Your opponent has agreed to take back.",
      "+": "Your opponent has agreed to the draw.",
      "#": "Your opponent has resigned.",
      "!": "Time is up.",
    } as { readonly [sign: string]: string },
    timeUp: "Time is up.",
    tookBack: (n: number) => `Took back ${actions(n)}.`,
    behind: (n: number) => (n > 0 ? `This link is ${actions(n)} behind what you have.` : "This link is older than what you have."),
    ownLink: "This is your own link: send it to your opponent.",
    known: "You have opened this link before. It is your turn.",
    keptMine: "Your version goes on. The other one is in My games.",
    tookTheirs: "The version of the link goes on. Yours is in My games.",

    forked: "Two versions of this game",
    forkedWhere: (last: string) => (last ? `They are the same up to ${last}.` : "They differ from the first action on."),
    mine: "What you have",
    theirs: "What the link has",
    bothKept: "The one that you do not choose is kept in My games.",
    keepMine: "Keep mine",
    takeTheirs: "Take the link’s",
    nothing: "Nothing more",
    more: (n: number) => `and ${n} more`,
    step: (player: Player, sign: string, back: number) => steps[sign]?.(names[player], back) ?? "",

    inviteTitle: "Invite a friend",
    answerTitle: "Answer the invitation",
    making: "Making the code …",
    inviteHow: (player: Player) => `Your friend plays ${names[player]}. Send the link by any chat, or let your friend’s phone scan the picture:`,
    answerHow: (player: Player) => `You play ${names[player]}. Send this answer back to your friend:`,
    answerWait: "Keep this page open. The game begins as soon as your friend has entered the answer. If it does not within 15 seconds of that, your networks do not let you see each other: use a link.",
    codeLink: "Link",
    codeText: "Text",
    copyText: "Copy text",
    qr: "The link as a QR code",
    yourAnswer: "Then enter the answer that your friend sends back:",
    connect: "Connect",
    connecting: "Connecting …",
    direct: "The two browsers connect directly. No server is asked, and nobody else sees the game.",
    directBy: (stun: string) => `The two browsers connect directly. Only ${stun} is asked how others see your network.`,
    newInvitation: "New invitation",
    connectedAs: (player: Player) => `Connected. You play ${names[player]}.`,
    watching: "You are watching this game.",
    goesOn: "The game goes on when you are connected.",
    inOtherTab: "The game goes on in the tab that made the invitation.",
    isWaiting: "Waiting for your friend to enter your answer.",
    isInviting: "Waiting for your friend’s answer.",
    showCode: "Show the code",
    lost: "The connection is lost. Nothing else is: connect again, or go on by link.",
    notConnected: "You are not connected.",
    connectAgain: "Connect",

    unknown: "A game in progress",
    unknownHow: (n: number) => `This browser does not have this game, which has ${actions(n)} so far. Who are you?`,
    playAs: (player: Player) => `I play ${names[player]}`,
    onlyLook: "Only look",
  },
};

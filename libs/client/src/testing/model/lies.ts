import type { SealingTargets, SigningTarget, TransferView } from '@tradepost/contracts/requests';
import { routes, type Route } from '@tradepost/contracts/routes';
import { keysOf, requestFor, type Person } from '../people';
import type { Lie, ModelServer } from './server';

type Change<T> = (answer: T, server: ModelServer) => T | Promise<T>;

/** A lie in the answers of one route. */
const about =
  <T extends object>(route: Route, change: Change<T>) =>
  (server: ModelServer): Lie =>
  (asked, answer) =>
    asked === route ? change(answer as T, server) : answer;

const targets = (change: Change<SealingTargets>) => about(routes.sealingTargets, change);
const transfer = (change: Change<TransferView>) => about(routes.transfer, change);
const signing = (change: (target: SigningTarget, server: ModelServer) => SigningTarget) =>
  about<{ requests: SigningTarget[] }>(routes.requestsToSign, ({ requests }, server) => ({
    requests: requests.map((target) => change(target, server)),
  }));

/** The request as this person would have made it. */
const madeBy = (change: (server: ModelServer) => Person) =>
  targets(async (answer, server) => {
    const receiver = change(server);
    const signed = await requestFor(receiver, server.cast.ann, answer.requestId, answer.files);
    return { ...answer, receiver: keysOf(receiver), signed };
  });

const secretOf = ({ cast }: ModelServer) => cast.files[3]!;
const other = <T>(all: T[], not: (one: T) => boolean): T | undefined => all.find((one) => !not(one));

const aboutReceivers = {
  'a receiver’s key of its own making': madeBy(({ cast }) => cast.forged.bob),
  'another user with the receiver’s address': madeBy(({ cast }) => cast.forged.bobElsewhere),
  'another receiver, who is its friend': madeBy(({ cast }) => cast.eve),
  'the receiver’s earlier key': targets((answer, { cast }) => ({ ...answer, receiver: keysOf(cast.bobs[0]) })),
  'one more file': targets((answer, server) => ({ ...answer, files: [...answer.files, secretOf(server)] })),
  'another version': targets((answer, { cast }) => ({
    ...answer,
    files: answer.files.map((file) => cast.files.find((one) => one.fileId === file.fileId) ?? file),
  })),
  'the key of another file': targets((answer, server) => ({
    ...answer,
    files: answer.files.map(({ fileId, version }) => ({ ...secretOf(server), fileId, version })),
  })),
  'no signature': targets((answer) => ({ ...answer, signed: null })),
  'the signature of another request': targets((answer, { asked }) => ({
    ...answer,
    signed: other(asked, ({ id }) => id === answer.requestId)?.signed ?? null,
  })),
  'a signature of its friend': targets(async (answer, { cast }) => ({
    ...answer,
    signed: await requestFor(cast.eve, cast.ann, answer.requestId, answer.files),
  })),
  'another request': targets((answer, { asked }) => ({
    ...answer,
    requestId: other(asked, ({ id }) => id === answer.requestId)?.id ?? answer.requestId,
  })),
  'other grants of the transfer': targets((answer, { sent }) => ({
    ...answer,
    granted: other(sent, ({ granted }) => granted.requestId === answer.requestId)?.granted ?? answer.granted,
  })),
};

const aboutRequests = {
  'a sender’s key of its own making, to sign for': signing((target, { cast }) => ({
    ...target,
    sender: keysOf(cast.forged.ann),
  })),
  'one more file to sign for': signing((target, server) => {
    const { fileId, version } = secretOf(server);
    return { ...target, files: [...target.files, { ...target.files[0]!, fileId, version }] };
  }),
  'a pending request to sign': signing((target, { asked }) => ({ ...target, requestId: asked[0]?.id ?? null })),
};

const aboutTransfers = {
  'a sender’s key of its own making': transfer((view, { cast }) =>
    view.grants ? { ...view, grants: { ...view.grants, sender: cast.forged.ann.bundle } } : view,
  ),
  'a later end': transfer((view) => {
    const expiry = new Date(Date.parse(view.expiry) + 60_000).toISOString();
    return { ...view, expiry, grants: view.grants && { ...view.grants, expiryMs: Date.parse(expiry) } };
  }),
  'one file less': transfer((view) => ({ ...view, files: view.files.slice(1) })),
  'the grants of another transfer': transfer((view, { sent }) => ({
    ...view,
    grants: other(sent, ({ id }) => id === view.id)?.granted ?? view.grants,
  })),
};

const always = {
  'a ledger without its end': about<{ size: number; entries: string[] }>(routes.ledger, ({ size, entries }) => ({
    size: size - 1,
    entries: entries.slice(0, -1),
  })),
  'a ledger in another order': about<{ size: number; entries: string[] }>(routes.ledger, ({ size, entries }) => ({
    size,
    entries: entries.toReversed(),
  })),
  'an older answer':
    (server: ModelServer): Lie =>
    (route, answer) =>
      server.past.find((one) => one.route === route && one.answer !== answer)?.answer ?? answer,
};

/** What the server can say that is not true. */
export const lies = { ...aboutReceivers, ...aboutRequests, ...aboutTransfers, ...always } satisfies Record<
  string,
  (server: ModelServer) => Lie
>;

export type LieName = keyof typeof lies;

const names = (...of: object[]) => of.flatMap(Object.keys) as LieName[];

/** The lies that a step can meet. */
export const liesAbout = {
  receivers: names(aboutReceivers, always),
  requests: names(aboutRequests, always),
  transfers: names(aboutTransfers, always),
  ledgers: names(always),
};

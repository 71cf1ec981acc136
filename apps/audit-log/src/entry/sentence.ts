import type { Event, Payload } from '@tradepost/contracts/define';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { person, textOf } from './personal-texts';

/** The entry that an event adds to the log. */
interface Sentence {
  /** The chains that it joins, by the id of a company, or of a user without one. */
  chains: string[];
  /** With marks around personal texts. */
  message: string;
  /** Id of the request that it is about: receipts name it as their reference. */
  reference?: string;
}

type ToSentence<P> = (payload: P, meta: EventMeta) => Sentence;
type Events = Record<string, Event>;

/** One sentence for each event of a service: a new event without one does not compile. */
export const sentencesFor = <T extends Events>(
  events: T,
  builders: { [K in keyof NoInfer<T>]: ToSentence<Payload<T[K]>> },
  // a list of sentences for events with different payloads
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
): { event: Event; toSentence: ToSentence<any> }[] =>
  Object.entries(events).map(([name, event]) => ({ event, toSentence: builders[name as keyof T] }));

const shown = 3;

/** "a, b and c", or "a, b, c and 4 more files". */
export function listed(names: string[], things = 'files'): string {
  if (names.length > shown + 1) return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more ${things}`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? `no ${things}`);
}

export const who = ({ actor }: EventMeta) => (actor ? person(actor.email) : 'The system');
/** Ends the sentence about an action that used an API key. */
export const byKey = ({ actor }: EventMeta) => (actor?.key ? `, by key ${textOf(actor.userId, actor.key.name)}` : '');
/** The chain of the actor. */
export const ownChain = ({ actor }: EventMeta) => (actor ? [actor.companyId ?? actor.userId] : []);
export const minute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
export const because = (reason: string | null) => (reason ? `: ${reason}` : '');

/** The chains of both sides: the company, and the partner’s company or user. */
export const both = ({
  companyId,
  receiverCompanyId,
  receiverUserId,
}: {
  companyId: string;
  receiverCompanyId: string | null;
  receiverUserId: string;
}) => [companyId, receiverCompanyId ?? receiverUserId];

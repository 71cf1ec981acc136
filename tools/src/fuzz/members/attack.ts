import { memberRoles, permits, type MemberRole } from '@tradepost/contracts/roles';
import { accessOf, routes, type Route } from '@tradepost/contracts/routes';
import fc from 'fast-check';
import { callOf, operations, type Call, type Draft } from '../calls';
import { addressKind, codeKind, partnerKind, passwordKind } from '../kinds';
import { Ownership } from '../ownership';
import { exampleOf, sentText, unknownValue, type Finding } from '../round';
import { codeOf, Sender, type Answered } from '../send';
import { metadataOf, type Known, type Tenant } from '../tenants';
import type { KnownValue } from '../values';
import type { Member } from './members';

/** Of each operation, for each member. */
const draftsEach = 4;
/** What anyone may write, and what is no name of something that exists. */
const freeKinds = new Set([addressKind, partnerKind, passwordKind, codeKind, 'url']);

export interface AttackReport {
  /** Calls that the role does not allow, and calls with ids of others. */
  refused: number;
  foreign: number;
  findings: Finding[];
}

const routeOf = (operationId: string) => (routes as Record<string, Route>)[operationId];

/** Whether the role allows the route in a company of this kind. */
export function mayCall({ role, side }: Pick<Attacker, 'role' | 'side'>, { allow, command }: Route): boolean {
  const permission = accessOf(command)?.permission;
  if (permission === undefined || !permits({ roles: [role] }, permission)) return false;
  return (allow !== 'sender' && allow !== 'receiver') || allow === side;
}

/** The kinds of what a call names. */
function kindsIn(draft: Draft): string[] {
  const kinds = new Set<string>();
  callOf(draft, ({ kind }: KnownValue) => {
    if (!freeKinds.has(kind)) kinds.add(kind);
    return '';
  });
  return [...kinds];
}

/** Of something that does not exist, in the form that its field has. */
const unknownOf = (kind: string, pick: number): string => {
  const id = unknownValue(kind, pick);
  return kind === 'uploadMetadata' ? metadataOf(id) : id;
};

/** A member with the present role. */
interface Attacker extends Pick<Member, 'side' | 'token'> {
  role: MemberRole;
}

/** A valid call of a route that is not public. */
export interface GuardedDraft {
  draft: Draft;
  route: Route;
}

export const draftsOfAll = (seed: number, each = draftsEach): GuardedDraft[] =>
  operations.flatMap(({ operationId, drafts }, n) => {
    const route = routeOf(operationId);
    if (!route || route.allow === 'public') return [];
    const valid = drafts.filter(({ mode, method }) => mode === 'valid' && method === route.method);
    const sampled = fc.sample(valid, { seed: seed * 1_000_003 + n, numRuns: each });
    return sampled.map((draft) => ({ draft, route }));
  });

/** Members of a company make, with each role, every call of the API: those that the role refuses, and the others with ids of another company. */
export class MembersAttack {
  private readonly sender: Sender;
  private readonly ownership = new Ownership();
  private readonly findings = new Map<string, Finding>();
  /** Of the other company alone. */
  private readonly foreignIds: Known;
  private refused = 0;
  private foreign = 0;

  constructor(
    origin: string,
    private readonly own: Tenant,
    other: Tenant,
  ) {
    this.sender = new Sender(origin);
    // names that all companies have, such as those of documents, are no secret
    const ours = new Set(Object.values(own.known).flat());
    const kinds = Object.entries(other.known).map(([kind, ids]) => [kind, ids.filter((id) => !ours.has(id))] as const);
    this.foreignIds = Object.fromEntries(kinds);
    this.ownership.claim(other.name, [...other.secrets, ...Object.values(this.foreignIds).flat()]);
  }

  async run(members: readonly Member[], seed: number): Promise<AttackReport> {
    const drafts = draftsOfAll(seed);
    // one after the other: what one side does may change what the other one names
    for (const member of members) await this.attackWithEachRole(member, drafts);
    this.sender.close();
    return { refused: this.refused, foreign: this.foreign, findings: [...this.findings.values()] };
  }

  private async attackWithEachRole({ become, ...member }: Member, drafts: readonly GuardedDraft[]): Promise<void> {
    for (const role of memberRoles) {
      await become(role);
      await this.attackAs({ ...member, role }, drafts);
    }
  }

  private async attackAs(member: Attacker, drafts: readonly GuardedDraft[]): Promise<void> {
    for (const { draft, route } of drafts) {
      if (!mayCall(member, route)) await this.callRefused(member, draft);
      else for (const kind of kindsIn(draft)) await this.callWithForeign(member, draft, kind);
    }
  }

  /** With what the company really has. */
  private async callRefused(member: Attacker, draft: Draft): Promise<void> {
    const { call, answer } = await this.send(member, draft, valueOf(this.own.known));
    this.refused += 1;
    if (answer.status !== 403 && answer.status !== 401) this.note('the role does not allow it', member, call, answer);
  }

  /** What another company has must look as if it did not exist. */
  private async callWithForeign(member: Attacker, draft: Draft, kind: string): Promise<void> {
    const own = valueOf(this.own.known);
    const others = valueOf(this.foreignIds);
    const using = (valueIn: (value: KnownValue) => string) =>
      this.send(member, draft, (value) => (value.kind === kind ? valueIn(value) : own(value)));
    const unknown = await using(({ pick }) => unknownOf(kind, pick));
    const foreign = await using(others);
    this.foreign += 1;
    // where an unknown one does not matter, the first call may have changed what the second one names
    if (unknown.answer.status < 400 || outcomeOf(foreign.answer) === outcomeOf(unknown.answer)) return;
    this.note(`differs from ${outcomeOf(unknown.answer)} of an unknown ${kind}`, member, foreign.call, foreign.answer);
  }

  private async send(member: Attacker, draft: Draft, valueIn: (known: KnownValue) => string) {
    const call = callOf(draft, valueIn);
    const answer = await this.sender.answerTo(call, member.token);
    if (answer.status >= 500 && answer.status !== 503) this.note('fails', member, call, answer);
    if (this.ownership.foreignIn(this.own.name, answer.text, sentText(call)))
      this.note('shows data of the other company', member, call, answer);
    return { call, answer };
  }

  private note(what: string, { role, side }: Attacker, call: Call, answer: Answered): void {
    const key = `${call.operationId}: ${what}`;
    const example = exampleOf({ role: `${role} of the ${side}`, tenant: this.own.name }, call, answer);
    const found = this.findings.get(key) ?? { what: key, count: 0, example };
    this.findings.set(key, { ...found, count: found.count + 1 });
  }
}

/** The newest of a kind: the ids come after names that every company has. */
export const valueOf =
  (known: Known) =>
  ({ kind, pick }: KnownValue) =>
    known[kind]?.at(-1) ?? unknownValue(kind, pick);

const outcomeOf = (answer: Answered): string => `${answer.status} ${codeOf(answer) ?? ''}`.trim();

import { routes, type Route } from '@tradepost/contracts/routes';
import { ApiError } from '@tradepost/client/api/api-error';
import fc from 'fast-check';
import { misfit } from '../openapi/answers';
import { callOf, operations, operationsInOrders, type Call, type Choose, type Draft } from './calls';
import { addressKind, codeKind, partnerKind, passwordKind } from './kinds';
import { idsIn, Ownership } from './ownership';
import type { Prepared, PreparedCalls } from './prepared-calls';
import { codeOf, Sender, type Answered } from './send';
import { apiKeyRole, providerRole, type Caller, type Known } from './tenants';
import type { KnownValue } from './values';

/** Of one kind; older ones are forgotten. */
const mostKnown = 12;

/** A mistake that was found, with one call that shows it. */
export interface Finding {
  what: string;
  count: number;
  example: string;
}

export interface RoundReport {
  calls: number;
  /** By status. */
  answers: Record<string, number>;
  /** Operations that were never answered with a success. */
  untouched: string[];
  findings: Finding[];
}

/** Run rarely: these calls remove data that other calls need, or cost a slow hash. */
const rare = new Set([
  'logout',
  'endSession',
  'endOtherSessions',
  'endInvitation',
  'deleteFolder',
  'renameFolder',
  'emptyBin',
  'deleteFiles',
  'deleteFile',
  'moveFiles',
  'revokeApiKey',
  'removeWebhook',
  'deleteScimUser',
  'deleteScimGroup',
  'removeSsoDomain',
  'removeAccess',
  'revokeTransfer',
  'updateKyc',
  'signup',
  'signupReceiver',
  'login',
  'loginReceiver',
  'startRecord',
  'startProof',
  'acceptProof',
  'movePassword',
  'changePassword',
  'rewrapVault',
  'beginTotp',
  'confirmTotp',
  'endTotp',
  'renewRecoveryCodes',
  'createApiKey',
  'requestDeletion',
  'exportAccount',
]);
const everyNth = 10;

/** Calls that need a code are also made without one. */
const everyNthUnprepared = 4;
const everyNthForeign = 5;

/** One round of calls and what was found in it. */
export class Round {
  readonly ownership = new Ownership();
  private readonly sender: Sender;
  private readonly answers: Record<string, number> = {};
  private readonly succeeded = new Set<string>();
  private readonly findings = new Map<string, Finding>();

  constructor(
    origin: string,
    private readonly known: Record<string, Known>,
    private readonly prepared: PreparedCalls,
  ) {
    this.sender = new Sender(origin);
  }

  async work({ seed, calls, callers }: { seed: number; calls: number; callers: Caller[] }): Promise<void> {
    const order = operationsInOrders(seed, calls);
    const picks = fc.sample(fc.tuple(fc.nat(), fc.nat()), { seed, numRuns: calls });
    for (const [n, [who, dice]] of picks.entries()) {
      const operation = order[n];
      if (!operation) continue;
      const isPrepared = this.prepared.has(operation.operationId) && dice % everyNthUnprepared !== 0;
      if (rare.has(operation.operationId) && Math.floor(dice / everyNthUnprepared) % (isPrepared ? 3 : everyNth))
        continue;
      const caller = callerFor(operation.operationId, callers, who);
      const [draft] = fc.sample(operation.drafts, { seed: seed * 1_000_003 + n, numRuns: 1 });
      if (!draft) continue;
      if (isPrepared) await this.callPrepared(caller, draft, { pick: who, isOthers: who % everyNthForeign === 0 });
      else await this.call(caller, draft);
    }
  }

  /** With a correct code or password; sometimes sent by another user. */
  private async callPrepared(
    other: Caller,
    draft: Draft,
    { pick, isOthers }: { pick: number; isOthers: boolean },
  ): Promise<void> {
    const prepared = await this.prepare(draft, pick);
    if (!prepared) return;
    const { caller, values, done } = prepared;
    const isOpen = (routes as Record<string, Route>)[draft.operationId]?.allow === 'public';
    // where the values themselves are the proof, the answer belongs to the one they are of
    const sender = isOthers ? { ...other, ...(isOpen && { tenant: caller.tenant }) } : caller;
    // where a call has only an address, its sender does something for itself
    const needsOther = Object.keys(values).some((kind) => kind !== addressKind);
    await this.call(sender, draft, { values, isOthers: isOthers && !isOpen && needsOther });
    done(changing.has(draft.operationId));
  }

  report(): RoundReport {
    this.sender.close();
    return {
      calls: Object.values(this.answers).reduce((sum, count) => sum + count, 0),
      answers: this.answers,
      untouched: operations.map(({ operationId }) => operationId).filter((name) => !this.succeeded.has(name)),
      findings: [...this.findings.values()],
    };
  }

  private async prepare({ operationId }: Draft, pick: number): Promise<Prepared | undefined> {
    try {
      return await this.prepared.prepare(operationId, pick);
    } catch (error) {
      // on a busy machine a service can answer too late, or has too many passwords to check
      const isLate = error instanceof ApiError && (error.code === 'UNAVAILABLE' || error.code === 'TOO_MANY');
      const { cause } = error as Error;
      if (!isLate)
        this.add(`Could not prepare the values for ${operationId}`, `${String(error)} ${cause ? String(cause) : ''}`);
      return undefined;
    }
  }

  private async call(caller: Caller, draft: Draft, fitting: Fitting = none): Promise<void> {
    const call = callOf(draft, this.chooserOf(caller, draft, fitting.values));
    let answer: Answered;
    try {
      answer = await this.sender.answerTo(call, caller.token);
    } catch (error) {
      this.note(`${draft.method} ${draft.template}: no answer, ${(error as Error).message}`, caller, call);
      return;
    }
    this.judge(caller, draft, call, answer);
    if (fitting.isOthers && answer.status < 400)
      this.note(`${draft.method} ${draft.template}: a code or password works for another user`, caller, call, answer);
    if (caller.signIn && hasEnded.has(codeOf(answer) ?? '')) caller.token = await caller.signIn();
  }

  private judge(caller: Caller, draft: Draft, call: Call, answer: Answered): void {
    this.answers[answer.status] = (this.answers[answer.status] ?? 0) + 1;
    const { operationId, method, template } = draft;
    if (answer.status < 400) this.succeeded.add(operationId);
    if (answer.status >= 500)
      return this.note(`${method} ${template} ${answer.status}: ${answer.text.slice(0, 300)}`, caller, call);
    // the document has whole resources of SCIM
    const wrong = choosesAttributes(call) ? undefined : misfit(answer);
    if (wrong) this.note(wrong, caller, call, answer);
    if (caller.tenant === 'operator') return;
    const foreign = this.ownership.foreignIn(caller.tenant, answer.text, sentText(call));
    if (foreign)
      this.note(`${method} ${template} ${answer.status}: contains data of another tenant`, caller, call, answer);
    if (answer.status < 300) this.learn(caller.tenant, operationId, answer);
  }

  /** What was created can be named by later calls. */
  private learn(tenant: string, operationId: string, { text, location }: Answered): void {
    const kind = created[operationId];
    const [id] = idsIn(text + location);
    const known = this.known[tenant];
    if (!kind || !id || !known) return;
    const ofKind = (known[kind] ??= []);
    ofKind.push(id);
    if (ofKind.length > mostKnown) ofKind.splice(1, 1);
  }

  /** Mostly the caller's own; addresses of the other tenant only where they have to be the caller's. */
  private chooserOf({ tenant }: Caller, { operationId }: Draft, fitting: Known): Choose {
    return ({ kind, pick }: KnownValue) => {
      const [fits] = fitting[kind] ?? [];
      if (fits !== undefined && pick % everyNth !== 0) return fits;
      const self = (routes as Record<string, Route>)[operationId]?.self;
      const mayBeOthers = tenant !== 'operator' && kind !== partnerKind && (kind !== addressKind || self !== undefined);
      const from = mayBeOthers && pick % everyNth === 0 ? otherOf(tenant) : tenant;
      const values = this.known[from]?.[kind] ?? [];
      return values[Math.floor(pick / everyNth) % values.length] ?? unknownValue(kind, pick);
    };
  }

  private note(what: string, caller: Caller, call: Call, answer?: Answered): void {
    this.add(what, exampleOf(caller, call, answer));
  }

  private add(what: string, example: string): void {
    const found = this.findings.get(what);
    if (found) found.count += 1;
    else this.findings.set(what, { what, count: 1, example });
  }
}

/** Values that one call needs; `isOthers`: the caller is not the one they are of. */
interface Fitting {
  values: Known;
  isOthers: boolean;
}

const none: Fitting = { values: {}, isOthers: false };

/**
 * After these calls the person may have another password, or none of what was prepared. An error says little: a call that was answered too late
 * may have succeeded, and its repetition is refused.
 */
const changing = new Set([
  'changePassword',
  'movePassword',
  'resetPassword',
  'confirmTotp',
  'endTotp',
  'requestDeletion',
]);

/** The created object's id is the first in the answer. */
const created: Record<string, string> = {
  createFolder: 'folder',
  uploadFile: 'file',
  createRequest: 'request',
  createWebhook: 'webhook',
  createUpload: 'upload',
  createScimUser: 'scimUser',
  createScimGroup: 'scimGroup',
  sessions: 'session',
};

export function unknownValue(kind: string, pick: number): string {
  if (kind === addressKind || kind === partnerKind) return `nobody-${pick % 50}@fuzz.example`;
  if (kind === codeKind) return String(pick % 1_000_000).padStart(6, '0');
  if (kind === passwordKind) return `Wrong-${pick}`;
  return `00000000-0000-7000-8000-${(pick % 10_000).toString(16).padStart(12, '0')}`;
}

/** Of a resource (RFC 7644, 3.9). */
const choosesAttributes = ({ path }: Call) => /[?&](attributes|excludedAttributes)=/.test(path);

const otherOf = (tenant: string) => (tenant === 'A' ? 'B' : 'A');

/** Of a session or key. */
const hasEnded = new Set(['UNAUTHENTICATED', 'KEY_REVOKED']);

/** As the server may repeat it. */
export const sentText = ({ path, body }: Call) =>
  path.replace(/%2d/gi, '-').replace(/%40/g, '@') + (body?.toString() ?? '');

const textOfBody = (body: Buffer | undefined) => (body ? ` ${JSON.stringify(body.subarray(0, 400).toString())}` : '');

export const exampleOf = (
  { role, tenant }: Pick<Caller, 'role' | 'tenant'>,
  { method, path, headers, body }: Call,
  answer?: Answered,
) =>
  `${role} of ${tenant}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${textOfBody(body)}${answer ? ` → ${answer.status} ${answer.text.slice(0, 300)}` : ''}`;

/** Mostly someone who may make the call. */
function callerFor(operationId: string, callers: Caller[], pick: number): Caller {
  const { allow, key } = (routes as Record<string, Route>)[operationId] ?? {};
  const mayCall = ({ role }: Caller) => {
    if (key === 'scim' || role === providerRole) return key === 'scim' && role === providerRole;
    if (role === apiKeyRole) return key !== undefined;
    return role === allow || (allow !== 'admin' && allow !== 'sender' && allow !== 'receiver' && role !== 'admin');
  };
  const from = pick % 4 === 0 ? callers : callers.filter(mayCall);
  return from[Math.floor(pick / 4) % from.length] as Caller;
}

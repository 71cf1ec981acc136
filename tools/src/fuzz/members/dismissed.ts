import { ApiClient } from '@tradepost/client/api/api-client';
import { keyScopes } from '@tradepost/contracts/actor';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import { callOf } from '../calls';
import type { FuzzedInstallation } from '../installation';
import { exampleOf, type Finding } from '../round';
import { Sender } from '../send';
import { password, type Caller, type Tenant } from '../tenants';
import { draftsOfAll, mayCall, valueOf, type GuardedDraft } from './attack';
import { addMember, type Member } from './members';

/** How someone stops being a co-owner, and what else than nothing the person may do then. */
const dismissals = ['removed', 'left', 'suspended', 'manager'] as const;
type Dismissal = (typeof dismissals)[number];

/** What a co-owner has when it ends. */
interface Held {
  session: string;
  'API key': string;
  'SCIM token': string;
}

interface DismissedReport {
  /** Calls that were refused. */
  refused: number;
  /** Streams of live updates that ended. */
  streams: number;
  findings: Finding[];
}

/** People who were co-owners until a moment ago make every call of the API with everything that they still have. */
export class DismissedAttack {
  private readonly sender: Sender;
  private readonly owner: ApiClient;
  private readonly findings = new Map<string, Finding>();
  private refused = 0;
  private streams = 0;

  /** @param tenant with an identity provider */
  constructor(
    private readonly installation: FuzzedInstallation,
    private readonly tenant: Tenant,
    private readonly seller: Caller,
    private readonly admin: ApiClient,
  ) {
    this.sender = new Sender(installation.origin);
    this.owner = new ApiClient(installation.origin, { token: seller.token });
  }

  async run(seed: number): Promise<DismissedReport> {
    const drafts = draftsOfAll(seed, 1);
    for (const how of dismissals) await this.attackAfter(how, drafts);
    this.sender.close();
    return { refused: this.refused, streams: this.streams, findings: [...this.findings.values()] };
  }

  private async attackAfter(how: Dismissal, drafts: readonly GuardedDraft[]): Promise<void> {
    const member = await addMember(this.installation, this.seller, 'sender');
    await member.become('co-owner');
    const held = await this.heldBy(member);
    const ended = await this.streamOf(member);
    await this.useAll(held);
    await this.dismiss(how, member);
    // all at once: none may be first to find what the gateway still remembers
    const attacks = Object.entries(held).map(async ([what, token]) => {
      for (const { draft, route } of drafts)
        if (how !== 'manager' || what !== 'session' || !mayCall({ role: 'manager', side: 'sender' }, route))
          await this.callRefused(`${what} of a co-owner who is ${how}`, draft, token);
    });
    await Promise.all(attacks);
    if (how === 'manager') return;
    await waitFor(ended, { what: `the stream to end, ${how}` });
    this.streams += 1;
  }

  private async heldBy({ token: session }: Member): Promise<Held> {
    const person = new ApiClient(this.installation.origin, { token: session });
    const made = { name: 'Mine', expiresInDays: 1, password };
    const { key } = await person.send(routes.createApiKey, { ...made, scopes: [...keyScopes] });
    const { token: scim } = await person.send(routes.createScimToken, made);
    return { session, 'API key': key, 'SCIM token': scim };
  }

  /** So that the gateway remembers them. */
  private async useAll(held: Held): Promise<void> {
    const { origin } = this.installation;
    await new ApiClient(origin, { token: held.session }).send(routes.me, {});
    await new ApiClient(origin, { token: held['API key'] }).send(routes.stats, {});
    await new ApiClient(origin, { token: held['SCIM token'] }).send(routes.scimUsers, {});
  }

  /** @returns whether it has ended */
  private async streamOf({ token }: Member): Promise<() => boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const { body, status } = await fetch(`${this.installation.origin}${apiBase}/events`, { headers });
    if (!body || status !== 200) throw new Error(`No live updates: ${status}`);
    let isOver = false;
    void body.pipeTo(new WritableStream()).finally(() => (isOver = true));
    return () => isOver;
  }

  private async dismiss(how: Dismissal, { id, token }: Member): Promise<void> {
    const person = new ApiClient(this.installation.origin, { token });
    if (how === 'removed') await this.owner.send(routes.removeMember, { id });
    if (how === 'manager') await this.owner.send(routes.changeMemberRoles, { id, roles: ['manager'] });
    if (how === 'suspended') await this.admin.send(routes.suspendPerson, { id, reason: 'a test' });
    if (how !== 'left') return;
    const { user } = await person.send(routes.me, {});
    await person.send(routes.leaveCompany, { companyId: user.companyId ?? '' });
  }

  private async callRefused(role: string, draft: GuardedDraft['draft'], token: string): Promise<void> {
    const call = callOf(draft, valueOf(this.tenant.known));
    const answer = await this.sender.answerTo(call, token);
    this.refused += 1;
    if (answer.status === 401 || answer.status === 403) return;
    const what = `${call.operationId}: is answered to the ${role}`;
    const example = exampleOf({ role, tenant: this.tenant.name }, call, answer);
    const found = this.findings.get(what) ?? { what, count: 0, example };
    this.findings.set(what, { ...found, count: found.count + 1 });
  }
}

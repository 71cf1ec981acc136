import type { ApprovedRecovery, RecoverySet, RecoveryState } from '@tradepost/contracts/encryption/recovery';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { routes, type Route } from '@tradepost/contracts/routes';
import type { ActingMember } from '../company/company-keyring';
import { Contacts } from '../contacts/contacts';
import { testKeyLog } from './key-log-server';
import { LedgerServer } from './ledger-server';
import type { Person } from './people';

/** What a set of shares is on the server. */
export interface StoredSet {
  set: RecoverySet;
  sealed: string[];
  wrap: string;
}

/** The server of one company, as an operator could change it. */
export class RecoveryServer {
  readonly ledger = new LedgerServer();
  stored: StoredSet | null = null;
  request: (StoredPersonKey & { requestId: string }) | null = null;
  approvals: ApprovedRecovery['approvals'] = [];
  /** The wraps of the owner's password that were stored. */
  readonly wraps: string[] = [];
  /** Of members, by id. */
  readonly keys = new Map<string, StoredPersonKey>();
  /** Changes an answer before it is sent. */
  alter: (route: Route, answer: unknown) => unknown = (_, answer) => answer;

  constructor(
    readonly owner: Person,
    readonly companyId: string,
  ) {}

  /** The client of the owner, or of a member. */
  clientOf(member: ActingMember | null = null): LedgerServer['client'] {
    this.ledger.others = (route, input) => this.answer(route, input as never, null);
    const send = async (route: Route, input: object) => {
      const own = this.answer(route, input as never, member);
      const honest =
        own ?? (await (this.ledger.client.send as (r: Route, i: object) => Promise<unknown>)(route, input));
      return this.alter(route, honest);
    };
    return { send } as unknown as LedgerServer['client'];
  }

  contactsOf(): Contacts {
    const client = this.clientOf();
    return new Contacts(client, this.owner.vault, testKeyLog(client));
  }

  state(member: ActingMember | null): RecoveryState {
    const { set = null, sealed = [] } = this.stored ?? {};
    const at = set ? set.shares.findIndex(({ memberId }) => memberId === member?.id) : -1;
    return {
      companyId: this.companyId,
      owner: { userId: this.owner.vault.userId, email: this.owner.email },
      bundle: this.owner.bundle,
      set,
      share: sealed[at] ?? null,
      lost: [],
      request: this.request && {
        requestId: this.request.requestId,
        key: this.request.key,
        wrap: member === null ? this.request.wrap : null,
        expiresAt: '2026-12-01T00:00:00.000Z',
        approvedBy: this.approvals.map(({ memberId }) => memberId),
      },
    };
  }

  private answer(route: Route, input: never, member: ActingMember | null): unknown {
    if (route === routes.keys)
      return {
        epoch: 1,
        keys: { bundle: this.owner.bundle, vault: this.owner.sealed, pins: null, recoverySaved: true },
      };
    if (route === routes.recovery) return this.state(member);
    if (route === routes.personKey) return { key: (member && this.keys.get(member.id)) ?? null };
    if (route === routes.saveRecovery) {
      const { set, sealed, wrap } = input as StoredSet;
      [this.stored, this.request, this.approvals] = [{ set, sealed, wrap }, null, []];
      return { message: '' };
    }
    if (route === routes.startRecovery) {
      const { requestId, key, wrap } = input as StoredPersonKey & { requestId: string };
      [this.request, this.approvals] = [{ requestId, key, wrap }, []];
      return { message: '' };
    }
    if (route === routes.approveRecovery && member) {
      const { sealed } = input as { sealed: string };
      this.approvals = [
        ...this.approvals.filter(({ memberId }) => memberId !== member.id),
        { memberId: member.id, sealed },
      ];
      return { message: '' };
    }
    if (route === routes.approvedRecovery) {
      const { key, wrap } = this.request!;
      return { set: this.stored!.set, key: { key, wrap }, wrap: this.stored!.wrap, approvals: this.approvals };
    }
    if (route === routes.finishRecovery) {
      this.wraps.push((input as { wrap: string }).wrap);
      return { message: '' };
    }
    if (route === routes.endRecovery) {
      [this.stored, this.request, this.approvals] = [null, null, []];
      return { message: '' };
    }
    return undefined;
  }
}

import type { Topology } from '../topology/start';
import { addressKind, codeKind, passwordKind } from './kinds';
import { PeopleWithCodes, type Guarded, type Pair, type Person, type Signup } from './people-with-codes';
import type { Caller, Known } from './tenants';

/** One company for ownership: none of these people may see what A or B have. */
const preparedTenant = 'prepared';

/** Who can make a call that needs a code or a password, and the values that it takes. */
export interface Prepared {
  caller: Caller;
  values: Known;
  /** What was prepared can be used again, unless the call changed it. */
  done: (hasChanged: boolean) => void;
}

type Preparation = (n: number) => Promise<Prepared>;

const spent = () => undefined;
const anyone: Caller = { role: 'anonymous', tenant: preparedTenant, token: undefined };
const withToken = (role: string, token: string | undefined): Caller => ({ role, tenant: preparedTenant, token });
const roleOf = (n: number): Person['role'] => (n % 2 === 0 ? 'sender' : 'receiver');

/** Brings about what calls with a mailed code, an authenticator code or a password need. */
export class PreparedCalls {
  private readonly people: PeopleWithCodes;
  private readonly resting: Record<Person['role'], Person[]> = { sender: [], receiver: [] };
  private readonly guarded: Guarded[] = [];
  private readonly pairs: Pair[] = [];
  private readonly preparations: Record<string, Preparation>;

  constructor(topology: Topology) {
    this.people = new PeopleWithCodes(topology);
    const withPassword: Preparation = (n) => this.withPassword(n);
    this.preparations = {
      verifyOtp: (n) => (n % 3 === 0 ? this.withResetCode(n) : this.withSignup()),
      resendOtp: () => this.withSignup(),
      saveCompany: () => this.inOnboarding(),
      resetPassword: (n) => this.withResetToken(n),
      login: (n) => (n % 2 === 0 ? this.withSecondStep('sender') : this.withPassword(0)),
      loginReceiver: (n) => (n % 2 === 0 ? this.withSecondStep('receiver') : this.withPassword(1)),
      changePassword: withPassword,
      movePassword: withPassword,
      beginTotp: withPassword,
      confirmTotp: (n) => this.withFirstTotpCode(n),
      endTotp: (n) => this.withSecondStep(roleOf(n)),
      renewRecoveryCodes: (n) => this.withSecondStep(roleOf(n)),
      createApiKey: withPassword,
      exportAccount: withPassword,
      requestDeletion: withPassword,
      verifyStepUpCode: () => this.withStepUpCode(),
      confirmRequest: () => this.afterStepUp(),
      unsubscription: () => this.withUnsubscribeLink(),
      unsubscribe: () => this.withUnsubscribeLink(),
    };
  }

  has(operationId: string): boolean {
    return Object.hasOwn(this.preparations, operationId);
  }

  /** @param n chooses between the ways to prepare it */
  prepare(operationId: string, n: number): Promise<Prepared> {
    const preparation = this.preparations[operationId];
    if (!preparation) throw new Error(`${operationId} does not take a code`);
    return preparation(n);
  }

  private async withSignup(): Promise<Prepared> {
    const signup = await this.people.signup();
    return { caller: anyone, values: valuesOfSignup(signup), done: spent };
  }

  private async inOnboarding(): Promise<Prepared> {
    const signup = await this.people.signup();
    const token = await this.people.onboarding(signup);
    return { caller: withToken('onboarding', token), values: { [addressKind]: [signup.email] }, done: spent };
  }

  private async withPassword(n: number): Promise<Prepared> {
    const person = await this.take(roleOf(n));
    return this.of(person, valuesOf(person));
  }

  private async withResetCode(n: number): Promise<Prepared> {
    const person = await this.take(roleOf(n));
    const code = await this.people.resetCode(person);
    return { ...this.of(person, { ...valuesOf(person), [codeKind]: [code] }), caller: anyone };
  }

  private async withResetToken(n: number): Promise<Prepared> {
    const person = await this.take(roleOf(n));
    const token = await this.people.resetToken(person);
    return { ...this.of(person, valuesOf(person)), caller: withToken('reset', token) };
  }

  private async withFirstTotpCode(n: number): Promise<Prepared> {
    const person = await this.take(roleOf(n));
    const code = await this.people.firstTotpCode(person);
    return this.of(person, { ...valuesOf(person), [codeKind]: [code] });
  }

  private async withSecondStep(role: Person['role']): Promise<Prepared> {
    const at = this.guarded.findIndex((each) => each.role === role && each.recoveryCodes.length > 0);
    const guarded = this.guarded.splice(at, at < 0 ? 0 : 1)[0] ?? (await this.people.guarded(await this.take(role)));
    const code = guarded.recoveryCodes.pop() ?? '';
    return {
      caller: withToken(role, guarded.client.token),
      values: { ...valuesOf(guarded), [codeKind]: [code] },
      done: (hasChanged) => void (hasChanged || this.guarded.push(guarded)),
    };
  }

  private async withStepUpCode(): Promise<Prepared> {
    return this.withRequest(async (pair, id) => ({ [codeKind]: [await this.people.stepUpCode(pair, id)] }));
  }

  private async afterStepUp(): Promise<Prepared> {
    return this.withRequest(async (pair, id) => {
      await this.people.verifyStepUp(pair, id);
      return {};
    });
  }

  private async withUnsubscribeLink(): Promise<Prepared> {
    const pair = this.pairs.pop() ?? (await this.people.pair());
    const values = { token: [await this.people.unsubscribeToken(pair)] };
    return { caller: anyone, values, done: () => void this.pairs.push(pair) };
  }

  private async withRequest(more: (pair: Pair, requestId: string) => Promise<Known>): Promise<Prepared> {
    const pair = this.pairs.pop() ?? (await this.people.pair());
    const requestId = await this.people.request(pair);
    const values = { [addressKind]: [pair.sender.email], request: [requestId], ...(await more(pair, requestId)) };
    return { caller: withToken('sender', pair.sender.client.token), values, done: () => void this.pairs.push(pair) };
  }

  private async take(role: Person['role']): Promise<Person> {
    return this.resting[role].pop() ?? this.people.person(role);
  }

  private of(person: Person, values: Known): Prepared {
    return {
      caller: withToken(person.role, person.client.token),
      values,
      done: (hasChanged) => void (hasChanged || this.resting[person.role].push(person)),
    };
  }
}

const valuesOf = ({ email, password }: Person): Known => ({ [addressKind]: [email], [passwordKind]: [password] });

const valuesOfSignup = ({ email, ticket, attempt, code }: Signup): Known => ({
  [addressKind]: [email],
  [codeKind]: [code],
  ticket: [ticket],
  attempt: [attempt],
});

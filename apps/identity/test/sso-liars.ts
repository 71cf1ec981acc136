import type { JWTPayload } from 'jose';
import { honest, startLiar, startSso } from './sso-kit';

/** Identity with a company that is connected to one provider, and another provider; both do what a test wants. */
export async function startWithLiars() {
  const [fixture, liar, second] = await Promise.all([startSso(), startLiar(), startLiar()]);
  const { owner, domain } = await fixture.connected(liar.issuer);
  let count = 0;
  const newPerson = () => ({ sub: `sub-${(count += 1)}`, email: `person-${count}@${domain}` });
  /** Signs in with what the provider says; without `person` as a new one. */
  const enter = async (person = newPerson(), claims: JWTPayload = {}) => {
    const { state, nonce } = await fixture.start(`any@${domain}`);
    Object.assign(liar, { nonce, claims: { ...person, ...claims } });
    return fixture.finish(owner.companyId, { code: 'code', state, iss: liar.issuer });
  };
  return {
    ...{ fixture, liar, second, owner, domain, newPerson, enter },
    /** Both providers are honest again. */
    reset: () => {
      for (const one of [liar, second]) Object.assign(one, { make: honest, claims: {}, instead: null, metadata: {} });
    },
    stop: async () => {
      await fixture.stop();
      for (const one of [liar, second]) one.stop();
    },
  };
}
export type WithLiars = Awaited<ReturnType<typeof startWithLiars>>;

/** `ok`, or the code of the error. */
export const outcome = (run: Promise<unknown>) =>
  run.then(
    () => 'ok',
    ({ code }: { code: string }) => code,
  );

import { queryOptions } from '@tanstack/react-query';
import { addPasskeyToOwnKey, createOwnKeyWithoutPassword, openOwnKey } from '@tradepost/client/company/person-key';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { queryClient } from '../../api/query-client';
import { send } from '../../api/send';
import { askForKeyPasskey, makeKeyPasskey } from '../../passkey/key-passkey';
import { companyKeysKey } from '../company/query';
import { requireUser } from '../session/user';
import { useVaultStore } from '../vault.store';
import { ownUnlockOf, rememberOwnUnlock } from './opened';

/*
 * The own key of a person who signs in with their company and has no password: a recovery key and passkeys open it.
 */

const queryKey = ['person-key'];

/** What the server has of the person's own key; null before there is one. */
export const personKeyQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await send(routes.personKey, {}, { signal })).key,
});

const reload = () => queryClient.invalidateQueries({ queryKey });

/** Shows a recovery key, and creates the person's key once it is saved; in place of the former one, if there is one. */
export function showNewKey(): void {
  const code = newRecoveryCode();
  const save = async () => {
    const person = requireUser();
    const kek = await recoveryKek(code);
    await createOwnKeyWithoutPassword({ send }, person, kek);
    rememberOwnUnlock({ userId: person.id, unlock: { kind: 'recovery', kek } });
    await Promise.all([reload(), queryClient.invalidateQueries({ queryKey: [companyKeysKey] })]);
  };
  useVaultStore.setState({ dialog: { kind: 'kit', code, reason: 'member-key', save } });
}

/** @throws SealingError RECOVERY_CODE_MISTYPED */
export const unlockByCode = async (code: string): Promise<PersonUnlock> => ({
  kind: 'recovery',
  kek: await recoveryKek(code),
});

/** @throws PasskeyUnused */
export const unlockByPasskey = ({ passkeys = [] }: StoredPersonKey): Promise<PersonUnlock> =>
  askForKeyPasskey(passkeys.map(({ id }) => id));

/** The security number of the person's own key. @throws SealingError as `openOwnKey` */
export async function numberOf(unlock: PersonUnlock): Promise<string> {
  const person = requireUser();
  const key = await openOwnKey({ send }, person, unlock);
  if (!key) throw new SealingError('VAULT_LOCKED');
  rememberOwnUnlock({ userId: person.id, unlock });
  return fingerprint(key);
}

/** Lets a new passkey of this device open the key, which must have been opened before. @throws PasskeyUnused; ApiError PASSKEYS_FULL, KEYS_STALE */
export async function addPasskey({ passkeys = [] }: StoredPersonKey): Promise<void> {
  const person = requireUser();
  const opened = ownUnlockOf(person.id);
  if (!opened) throw new SealingError('VAULT_LOCKED');
  const made = await makeKeyPasskey(
    person.email,
    passkeys.map(({ id }) => id),
  );
  await addPasskeyToOwnKey({ send }, person, opened, made);
  await reload();
}

export async function removePasskey(id: string): Promise<void> {
  await send(routes.removePersonKeyPasskey, { id });
  await reload();
}

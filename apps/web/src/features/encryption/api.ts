import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import type { ContactKeys } from '@tradepost/contracts/encryption/sealed';
import { usableBundle, verifyAddressed } from '@tradepost/client/contacts/verified-keys';
import type { Contact as StatedKeys } from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { confirmContact } from '../../vault/vault';

export interface Contact extends Omit<ContactKeys, 'bundle'> {
  /** Null before the contact has any. */
  keys: StatedKeys | null;
  /** The keys of the server failed verification. */
  unproven: boolean;
}

async function contactOf({ bundle, ...contact }: ContactKeys): Promise<Contact> {
  const usable = usableBundle(bundle);
  if (!usable) return { ...contact, keys: null, unproven: false };
  try {
    return { ...contact, keys: await verifyAddressed({ ...contact, bundle: usable }), unproven: false };
  } catch (error) {
    if (error instanceof SealingError) return { ...contact, keys: null, unproven: true };
    throw error;
  }
}

/** The contacts and their verified keys. */
export const contactsQuery = queryOptions({
  queryKey: ['partners', 'keys'],
  queryFn: async ({ signal }) => Promise.all((await send(routes.contactKeys, {}, { signal })).map(contactOf)),
});

export const useConfirmKeys = () => useMutation({ mutationFn: confirmContact });

export function useRequireSealing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (required: boolean) => send(routes.requireSealing, { required }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}

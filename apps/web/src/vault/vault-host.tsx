import { useQuery } from '@tanstack/react-query';
import type { ActingMember } from '@tradepost/client/company/company-keyring';
import type { User } from '@tradepost/contracts/identity';
import { lazy, Suspense, useEffect } from 'react';
import { withAllStyles } from '../ui/layout/all-styles';
import { memberOf } from './company/member';
import { companyKeysQuery } from './company/query';
import { reconcile } from './session/reconcile';
import { keysQuery } from './queries';
import { useVaultStore } from './vault.store';

const VaultDialogs = lazy(async () => ({
  default: (await withAllStyles(import('./dialogs/vault-dialogs'))).VaultDialogs,
}));

/** Opens the vault of the signed-in person, or of the company that they act for as a member, and shows its dialogs. */
export default function VaultHost({ user }: { user: User }) {
  const dialog = useVaultStore((state) => state.dialog);
  const member = memberOf(user);
  return (
    <>
      {member ? <CompanyVault member={member} /> : <OwnVault user={user} />}
      {dialog && (
        <Suspense>
          <VaultDialogs dialog={dialog} />
        </Suspense>
      )}
    </>
  );
}

function OwnVault({ user }: { user: User }) {
  // the notice above the screen has asked before this was loaded
  const { data } = useQuery({ ...keysQuery(user.id), refetchOnMount: false });
  // A new `user` object of the same person must not reconcile again.
  const { id, email } = user;
  useEffect(() => {
    if (data) void reconcile({ id, email }, data);
  }, [id, email, data]);
  return null;
}

function CompanyVault({ member }: { member: ActingMember }) {
  useQuery(companyKeysQuery(member));
  return null;
}

import { useUser } from '../../session/auth.store';
import { DataCard } from './data-card';
import { DeletionCard } from './deletion-card';

/** Export and deletion of the own account. */
export function AccountData() {
  const { userType } = useUser();
  return (
    <>
      <DataCard />
      {userType !== 'admin' && <DeletionCard />}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { isRolledBack } from '@tradepost/client/keys/rolled-back.policy';
import { isOwner } from '@tradepost/contracts/roles';
import { lazy, Suspense } from 'react';
import { useUser } from '../../session/auth.store';
import { usesVault } from '../../session/may';
import { passwordKeysOf } from '../password-keys';
import { keysQuery } from '../queries';
import { NoticePlace, useIsPlaceKnown } from './notice-place';
import { NoticeRow, type Notice } from './notice-row';
import { useVaultStore } from '../vault.store';
import { messageFor } from '../texts';
import { t } from '../../i18n/t';

const DeviceRequest = lazy(() => import('./device-request'));

/** The state of the keys. That there are none is known from the server's answer, before what opens keys is loaded. */
function useKeyState() {
  const state = useVaultStore((vault) => vault.state);
  const user = useUser();
  const { data } = useQuery({
    ...keysQuery(user.id),
    enabled: state === 'loading' && isOwner(user) && usesVault(user),
    refetchOnMount: false,
  });
  if (state !== 'loading' || !data) return state;
  // the password that was just typed creates them
  return data.keys || isRolledBack(data) || passwordKeysOf(user.email) ? state : 'none';
}

function useNotice(): Notice | null {
  const { stored, refused, unreadable, dialog, unseenKit } = useVaultStore();
  const state = useKeyState();
  const user = useUser();
  const isMember = !isOwner(user);
  if (unreadable && !isMember)
    return {
      type: 'error',
      title: t('Your company’s record cannot be read to its end'),
      description: t(
        'A member with the company’s keys, or the server, added an entry that cannot be read, so your keys are not used. Remove that member first, and then the entry.',
      ),
      action: { text: t('Remove the entry'), dialog: { kind: 'repair', shown: unreadable } },
    };
  if (refused)
    return {
      type: 'error',
      title: t('Your encryption keys are not used'),
      description: messageFor(refused),
      // the owner reviews them for the company
      ...(!isMember &&
        (refused === 'LEDGER_ROLLED_BACK' || refused === 'KEY_LOG_RESTARTED') && {
          action: { text: t('Review changes'), dialog: { kind: 'restore' } } as const,
        }),
    };
  if (dialog) return null;
  if (state === 'none') {
    // the screens say so where a member needs them
    if (isMember) return null;
    return {
      type: 'info',
      title: t('Set up encryption'),
      description:
        user.userType === 'receiver'
          ? t('With your own keys, partners can send you files that only you can open. You need your password.')
          : t(
              'With your own keys, only you and the partner you deliver to can open your files. You need your password.',
            ),
      action: { text: t('Set up'), dialog: { kind: 'open' } },
    };
  }
  if (state === 'locked') {
    return {
      type: 'warning',
      title: t('Your encryption keys are locked'),
      description: t('Unlock them to send and open end-to-end encrypted files.'),
      action: { text: t('Unlock'), dialog: { kind: 'open' } },
    };
  }
  if (state === 'open' && stored?.recoverySaved === false) {
    return {
      type: 'warning',
      title: t('Save your recovery key'),
      description: t('If you forget your password, only this key opens your end-to-end encrypted files.'),
      action: { text: t('Save it'), dialog: unseenKit ?? { kind: 'renew' } },
    };
  }
  return null;
}

function useIsKnown() {
  const isRefused = useVaultStore(({ refused }) => refused !== null);
  return useKeyState() !== 'loading' || isRefused;
}

/** Whether a screen may be shown: the notice above it is known, or its space is reserved. */
export const useIsNoticeKnown = (): boolean => useIsPlaceKnown(useIsKnown());

/** Shown above every screen while the keys need their owner's attention. */
export function KeyNotice() {
  const notice = useNotice();
  const isKnown = useIsKnown();
  const { withoutPassword } = useUser();
  const row = notice && <NoticeRow {...notice} />;
  return (
    <NoticePlace isKnown={isKnown}>
      {withoutPassword ? (
        <Suspense fallback={row}>
          <DeviceRequest otherwise={row} />
        </Suspense>
      ) : (
        row
      )}
    </NoticePlace>
  );
}

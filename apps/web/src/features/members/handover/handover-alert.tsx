import { useQuery } from '@tanstack/react-query';
import type { Handover } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useUser } from '../../../session/auth.store';
import { useMay } from '../../../session/may';
import { formatDate } from '../../../ui/feedback/format';
import { nameOf } from '../../../ui/feedback/role-names';
import { onDemand } from '../../../ui/layout/on-demand';
import { useToast } from '../../../ui/notice/use-toast';
import { requireKeyring, VaultClosed } from '../../../vault/vault';
import { handoverQuery, useCancelHandover } from './api';
import { t } from '../../../i18n/t';

const TakeOverDialog = onDemand(async () => (await import('./take-over-dialog')).TakeOverDialog);

/** For the owner and co-owners, while the company is handed over: both people can stop it, and the named one takes it over. */
export function HandoverAlert() {
  const { data: handover } = useQuery({ ...handoverQuery, enabled: useMay('company') });
  // the dialog says how it goes on, also once the handover has ended
  const [taken, setTaken] = useState<Handover>();
  return (
    <>
      {handover && <OpenHandover handover={handover} onTake={() => setTaken(handover)} />}
      {taken && <TakeOverDialog handover={taken} onClose={() => setTaken(undefined)} />}
    </>
  );
}

function OpenHandover({ handover, onTake }: { handover: Handover; onTake: () => void }) {
  const user = useUser();
  const { email, to, expiresAt } = handover;
  const isNamed = to.id === user.id;
  const until = formatDate(expiresAt);
  const take = async () => {
    try {
      await requireKeyring();
      onTake();
    } catch (error) {
      // the person has closed the dialog that asks for the password
      if (!(error instanceof VaultClosed)) throw error;
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={
        isNamed
          ? t('{email} is handing your company over to you', { email })
          : t('{name} can take over your company', { name: nameOf(to) })
      }
      description={
        <Flex vertical gap={12} align="flex-start">
          {isNamed
            ? t('You can become the owner until {until}. From then on, only you sign in as {email}.', { until, email })
            : t('Until {until}, {email} can become the owner in place of the person who is the owner now.', {
                until,
                email: to.email,
              })}
          <Flex gap={8} wrap>
            {isNamed && (
              <Button type="primary" onClick={() => void take()}>
                {t('Take over the company')}
              </Button>
            )}
            {(isNamed || isOwner(user)) && <StopButton label={isNamed ? t('Decline') : t('Withdraw')} />}
          </Flex>
        </Flex>
      }
    />
  );
}

function StopButton({ label }: { label: string }) {
  const cancel = useCancelHandover();
  const toast = useToast();
  const stop = () =>
    // the answer removes this button, and mutate's callbacks with it
    cancel.mutateAsync().then(
      ({ message }) => toast.success({ title: t('Success'), description: message }),
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Button loading={cancel.isPending} onClick={() => void stop()}>
      {label}
    </Button>
  );
}

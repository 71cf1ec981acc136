import { useQuery } from '@tanstack/react-query';
import { numberTries } from '@tradepost/client/company/key-handover';
import type { KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import type { ComparedHandover } from '@tradepost/sealing/keys/key-handover';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { Alert, Button, Flex, Modal, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { t } from '../../i18n/t';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { deviceOf } from '../../ui/layout/device';
import { useToast } from '../../ui/notice/use-toast';
import { NumberField, numberForm } from '../recovery/number-field';
import { closeDialog } from '../session/pending-unlocks';
import { problemOf } from '../texts';
import { compare, give, stop } from './handover';
import { handoverQuery } from './handover-query';
import { OpenOwnKey } from './open-own-key';
import { forgetOwnUnlock, ownUnlockOf } from './opened';
import { personKeyQuery } from './sso-key';
import { handoverMessage } from './texts';

/** A person types the number that another device shows, and gives it the key. The number is not shown here: it must come from the other device. */
export function GiveDialog() {
  const { data: found, error, refetch } = useQuery(handoverQuery);
  // what the person has seen is what is compared, also if another request takes its place
  const [first, setFirst] = useState<KeyHandover>();
  const [isRefused, setRefused] = useState(false);
  const isAsked = found && !found.startedHere && !found.given;
  if (!first && isAsked) setFirst(found);
  const hasEnded = found !== undefined && found?.requestId !== first?.requestId;
  return (
    <Modal
      open
      title={t('Give your key to another device')}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={520}
    >
      {isRefused ? (
        <Refused />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : found === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : !first || hasEnded ? (
        <Over />
      ) : (
        <Giving handover={first} onRefused={() => setRefused(true)} />
      )}
    </Modal>
  );
}

function Over() {
  return (
    <Flex vertical gap={16}>
      <Alert type="info" showIcon role="status" title={t('No device asks for your key any more.')} />
      <Button block onClick={closeDialog}>
        {t('Close')}
      </Button>
    </Flex>
  );
}

function Refused() {
  return (
    <Flex vertical gap={16}>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={t('The other device gets nothing')}
        description={t(
          'Three other numbers were typed. Ask again on the other device. If its number is refused although you type it exactly, do not give the key, and tell your administrator: someone may be trying to get it.',
        )}
      />
      <Button block onClick={closeDialog}>
        {t('Close')}
      </Button>
    </Flex>
  );
}

interface GivingProps {
  handover: KeyHandover;
  /** After the last try. */
  onRefused: () => void;
}

function Giving({ handover, onRefused }: GivingProps) {
  const { id } = useUser();
  const toast = useToast();
  const [tries, setTries] = useState(numberTries);
  const refuse = useMutation({ mutationFn: stop });
  const compared = useMutation({ mutationFn: compare });
  const given = useMutation({ mutationFn: give });
  const giveWith = (to: ComparedHandover, unlock: PersonUnlock) =>
    given.mutateAsync({ compared: to, unlock }).then(() => {
      toast.success({ title: t('Success'), description: t('Your key was given to the other device') });
      closeDialog();
    });
  const refuseNow = () =>
    refuse.mutateAsync(handover.requestId).then(
      () => {
        toast.success({ title: t('Success'), description: t('The other device gets nothing') });
        closeDialog();
      },
      () => undefined, // shown by its button
    );
  const refusing = { isPending: refuse.isPending, error: refuse.error, now: refuseNow };
  const submit = async ({ digits }: { digits: string }) => {
    try {
      const to = await compared.mutateAsync({ handover, digits });
      const opened = ownUnlockOf(id);
      if (opened) await giveWith(to, opened);
    } catch (error) {
      // the person has made another key since this device has opened the former one
      if (problemOf(error) === 'VAULT_LOCKED') return forgetOwnUnlock();
      if (problemOf(error) !== 'HANDOVER_REFUSED') throw error;
      setTries(tries - 1);
      if (tries > 1) throw error;
      await refuse.mutateAsync(handover.requestId);
      onRefused();
    }
  };
  if (compared.data && !ownUnlockOf(id))
    return <OpenToGive open={(unlock) => giveWith(compared.data, unlock)} refusing={refusing} />;
  const isOther = problemOf(compared.error) === 'HANDOVER_REFUSED';
  const failed = given.error ?? (isOther ? null : compared.error);
  return (
    <Flex vertical gap={16}>
      <Typography.Text>
        {t('{device} at the address {ip} has signed in as you, and asks for your encryption key.', {
          device: deviceOf(handover.agent).name,
          ip: handover.ip,
        })}
      </Typography.Text>
      {isOther ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('This is not the number of the device that asks')}
          description={t(
            'Nothing was given. Compare each group of digits. If they are the same, refuse the other device. Tries left: {count}',
            { count: tries },
          )}
        />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={t('Refuse it if you are not setting up another device right now')}
          description={t(
            'Type the number only from the screen of your own device, never one that someone sends or reads to you. The device can then open all that you can open.',
          )}
        />
      )}
      <Form
        label={t('Give your key to another device')}
        schema={numberForm}
        initialValues={{ digits: '' }}
        onSubmit={submit}
      >
        <FormError message={failed && handoverMessage(failed)} />
        <NumberField label={t('Number that your other device shows')} hint={t('40 digits. Spaces do not matter.')} />
        <SubmitButton>{t('Give the key')}</SubmitButton>
      </Form>
      <RefuseButton {...refusing} />
    </Flex>
  );
}

interface Refusing {
  isPending: boolean;
  error: Error | null;
  now: () => Promise<unknown>;
}

function RefuseButton({ isPending, error, now }: Refusing) {
  return (
    <>
      {error && <Alert type="error" showIcon role="alert" title={handoverMessage(error)} />}
      <Button danger block loading={isPending} onClick={() => void now()}>
        {t('Refuse the other device')}
      </Button>
    </>
  );
}

interface OpenToGiveProps {
  open: (unlock: PersonUnlock) => Promise<unknown>;
  refusing: Refusing;
}

/** The number matches, and the key is not open on this device. */
function OpenToGive({ open, refusing }: OpenToGiveProps) {
  const { data: stored, error, refetch } = useQuery(personKeyQuery);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!stored) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <Flex vertical gap={16}>
      <Alert type="success" showIcon role="status" title={t('The number matches. Open your key to give it.')} />
      <OpenOwnKey label={t('Give the key')} stored={stored} open={open} />
      <RefuseButton {...refusing} />
    </Flex>
  );
}

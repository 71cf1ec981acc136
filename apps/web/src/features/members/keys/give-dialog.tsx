import { useQuery } from '@tanstack/react-query';
import type { Member } from '@tradepost/contracts/identity';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { Alert, Button, Flex, Modal, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { failedWith } from '../../../api/failed-with';
import { ErrorState } from '../../../ui/feedback/error-state';
import { nameOf } from '../../../ui/feedback/role-names';
import { Form, FormError, SubmitButton } from '../../../ui/form/form';
import { CompareNumber } from '../../../ui/keys/compare-number';
import { useToast } from '../../../ui/notice/use-toast';
import { memberKeyQuery } from '../../../vault/company/member-key';
import { OwnPassword, passwordForm } from '../../../vault/dialogs/own-password';
import { errorMessage } from '../../../vault/texts';
import { useGiveKeys } from './api';
import { t } from '../../../i18n/t';

interface GiveDialogProps {
  member: Member;
  onClose: () => void;
}

/** Gives a member the keys of the company, to the key that the owner compares here. */
export function GiveDialog({ member, onClose }: GiveDialogProps) {
  const shown = useQuery(memberKeyQuery(member));
  return (
    <Modal
      open
      title={t('Give encryption keys to {name}', { name: nameOf(member) })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={520}
    >
      {shown.error ? (
        <ErrorState error={new Error(errorMessage(shown.error))} onRetry={shown.refetch} />
      ) : shown.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : shown.data === null ? (
        <NoKey onRetry={() => void shown.refetch()} />
      ) : (
        <Comparison member={member} shown={shown.data} onStale={() => void shown.refetch()} onClose={onClose} />
      )}
    </Modal>
  );
}

const NoKey = ({ onRetry }: { onRetry: () => void }) => (
  <Alert
    type="info"
    showIcon
    title={t('This member has no key yet. They make it under Settings › Encryption, with “Show your security number”.')}
    action={
      <Button size="small" onClick={onRetry}>
        {t('Try again')}
      </Button>
    }
  />
);

interface ComparisonProps extends GiveDialogProps {
  shown: VerifiedPersonKey;
  /** The member has another key by now. */
  onStale: () => void;
}

function Comparison({ member, shown, onStale, onClose }: ComparisonProps) {
  const name = nameOf(member);
  const give = useGiveKeys();
  const toast = useToast();
  // another key needs another comparison
  const [compared, setCompared] = useState<VerifiedPersonKey>();
  const isCompared = compared === shown;
  const submit = async ({ password }: { password: string }) => {
    try {
      await give.mutateAsync({ compared: shown, password });
    } catch (error) {
      if (failedWith(error, 'COMPANY_KEY_INVALID')) onStale();
      throw error;
    }
    toast.success({ title: t('Success'), description: t('The member can now work with end-to-end encrypted files') });
    onClose();
  };
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">
        {t(
          'With the keys, {name} can open all end-to-end encrypted files of your company that their roles allow, also earlier ones. First compare the security number of {email}:',
          { name, email: shown.address },
        )}
      </Typography.Text>
      <CompareNumber
        digits={fingerprint(shown)}
        label={t('Fingerprint of {name} to compare', { name })}
        where={t(
          'They open Settings › Encryption in your company, choose “Show your security number” and read it to you.',
        )}
        isCompared={isCompared}
        onCompared={(is) => setCompared(is ? shown : undefined)}
      />
      <Form label={t('Give encryption keys')} schema={passwordForm} initialValues={{ password: '' }} onSubmit={submit}>
        <FormError message={give.error && errorMessage(give.error)} />
        <OwnPassword />
        <SubmitButton disabled={!isCompared}>{t('Give encryption keys')}</SubmitButton>
      </Form>
    </Flex>
  );
}

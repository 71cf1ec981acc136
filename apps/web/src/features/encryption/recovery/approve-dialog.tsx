import { useQuery } from '@tanstack/react-query';
import type { WaitingRecovery } from '@tradepost/client/recovery/approving';
import { Alert, Button, Flex, Modal, Skeleton, Typography } from 'antd';
import { t } from '../../../i18n/t';
import { ErrorState } from '../../../ui/feedback/error-state';
import { Form, FormError, SubmitButton } from '../../../ui/form/form';
import layout from '../../../ui/layout/layout.module.css';
import { useToast } from '../../../ui/notice/use-toast';
import { companyMessage } from '../../../vault/company/texts';
import { OwnPassword, passwordForm } from '../../../vault/dialogs/own-password';
import { problemOf } from '../../../vault/texts';
import { NumberField, numberForm } from '../../../vault/recovery/number-field';
import { recoveryMessage } from '../../../vault/recovery/texts';
import { useStop } from '../../../vault/recovery/use-stop';
import { useApprove, waitingQuery } from './api';

interface ApproveDialogProps {
  requestId: string;
  onClose: () => void;
}

const form = numberForm.concat(passwordForm);

const messageOf = (error: Error) =>
  problemOf(error) === 'RECOVERY_REFUSED' ? recoveryMessage(error) : companyMessage(error);

/** A member types the number that the owner has read, and gives their share. The number is not shown here: it must come from the owner. */
export function ApproveDialog({ requestId, onClose }: ApproveDialogProps) {
  const waiting = useQuery(waitingQuery);
  return (
    <Modal
      open
      title={t('Approve the recovery')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={520}
    >
      {waiting.error ? (
        <ErrorState error={new Error(messageOf(waiting.error))} onRetry={waiting.refetch} />
      ) : waiting.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : waiting.data === null ? (
        <Alert type="info" showIcon title={t('This recovery has ended.')} />
      ) : (
        <Approval waiting={waiting.data} requestId={requestId} onClose={onClose} />
      )}
    </Modal>
  );
}

function Approval({ waiting, requestId, onClose }: ApproveDialogProps & { waiting: WaitingRecovery }) {
  const approve = useApprove();
  const stop = useStop();
  const toast = useToast();
  const isOther = approve.error?.name === 'AnotherNumber';
  const owner = waiting.company.address;
  const submit = (typed: { digits: string; password: string }) =>
    approve.mutateAsync({ waiting, ...typed }).then(() => {
      toast.success({ title: t('Success'), description: t('You gave your share to {owner}.', { owner }) });
      onClose();
    });
  return (
    <Flex vertical gap={16}>
      <ol className={layout.bulletList}>
        <li>
          {t('Call {owner} on a number you know, or meet them. Do not use this app or an email you received.', {
            owner,
          })}
        </li>
        <li>{t('Ask whether they have started the recovery.')}</li>
        <li>{t('Type the 40 digits that they read to you.')}</li>
      </ol>
      <Form
        label={t('Approve the recovery')}
        schema={form}
        initialValues={{ digits: '', password: '' }}
        onSubmit={submit}
      >
        {isOther && (
          <Alert
            type="error"
            showIcon
            className={layout.marginBottom16}
            title={t('These are not the digits of this recovery')}
            description={
              <Flex vertical gap={12} align="flex-start">
                {t(
                  'Check them with the owner once more. If they stay different, someone else may have started it: do not approve it, and stop it.',
                )}
                <Button danger loading={stop.isPending} onClick={() => stop.askFirst(requestId)}>
                  {t('Stop the recovery')}
                </Button>
              </Flex>
            }
          />
        )}
        <FormError message={approve.error && !isOther ? messageOf(approve.error) : null} />
        <NumberField label={t('Number that the owner read to you')} hint={t('40 digits. Spaces do not matter.')} />
        <OwnPassword />
        <Typography.Paragraph type="secondary">
          {t('With your share, and those of enough others, the owner opens all files of your company again.')}
        </Typography.Paragraph>
        <SubmitButton>{t('Approve the recovery')}</SubmitButton>
        <Button type="text" block onClick={onClose} className={layout.marginTop8}>
          {t('Cancel')}
        </Button>
      </Form>
    </Flex>
  );
}

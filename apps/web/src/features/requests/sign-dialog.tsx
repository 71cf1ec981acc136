import type { RequestView } from '@tradepost/contracts/requests';
import { Flex, Modal, Typography } from 'antd';
import { SenderKey, useSenderKey } from '../../sealing/found-key/sender-key';
import { SigningError } from '../../sealing/signing-error';
import { NoKeys } from '../../vault/company/no-keys';
import { useHasKeys } from '../../vault/has-keys';
import { useToast } from '../../ui/notice/use-toast';
import { useSign } from './api';
import { RequestDetails } from './parts';
import { t } from '../../i18n/t';

/** Shows a pending request that is not signed as it is now, and signs it. */
export function SignDialog({ request, onClose }: { request: RequestView; onClose: () => void }) {
  const toast = useToast();
  const sign = useSign();
  const hasKeys = useHasKeys();
  const senderKey = useSenderKey({ id: request.id }, hasKeys);
  const { address: senderAddress, isKnown } = senderKey;
  const submit = () => {
    if (!senderAddress) return;
    sign.mutate(
      { request, senderAddress },
      {
        onSuccess: () => {
          onClose();
          toast.success({
            title: t('Success'),
            description: t('{companyName} can now accept your request.', { companyName: request.companyName }),
          });
        },
      },
    );
  };
  return (
    <Modal
      open
      title={t('Sign request')}
      okText={t('Sign request')}
      confirmLoading={sign.isPending}
      okButtonProps={{ disabled: !isKnown || !senderAddress }}
      onOk={submit}
      onCancel={onClose}
      width={560}
    >
      <Flex vertical gap={16}>
        <Typography.Text>
          {t(
            '{companyName} gives access to encrypted files only if you sign the request for them. Sign it only if you want these files.',
            { companyName: request.companyName },
          )}
        </Typography.Text>
        <RequestDetails request={request} />
        {!hasKeys && <NoKeys />}
        <SigningError error={sign.error} who={request.companyName} onAccepted={submit} />
        {!sign.error && <SenderKey senderKey={senderKey} who={request.companyName} />}
      </Flex>
    </Modal>
  );
}

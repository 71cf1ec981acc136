import type { RequestView } from '@tradepost/contracts/requests';
import { Flex, Modal, Typography } from 'antd';
import { SigningError } from '../../sealing/signing-error';
import { useToast } from '../../ui/notice/use-toast';
import { useSign } from './api';
import { RequestDetails } from './parts';
import { t } from '../../i18n/t';

/** Shows a pending request that is not signed as it is now, and signs it. */
export function SignDialog({ request, onClose }: { request: RequestView; onClose: () => void }) {
  const toast = useToast();
  const sign = useSign();
  const submit = () =>
    sign.mutate(request, {
      onSuccess: () => {
        onClose();
        toast.success({
          title: t('Success'),
          description: t('{companyName} can now accept your request.', { companyName: request.companyName }),
        });
      },
    });
  return (
    <Modal
      open
      title={t('Sign request')}
      okText={t('Sign request')}
      confirmLoading={sign.isPending}
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
        <SigningError error={sign.error} who={request.companyName} onAccepted={submit} />
      </Flex>
    </Modal>
  );
}

import { Alert, Flex } from 'antd';
import { PageHeader } from '../../../ui/layout/page-header';
import { DeliveryNotice } from '../../../ui/exchange/delivery-notice';
import { SendForm } from './send-form';
import { SendProgress } from './send-progress';
import { useUploadRefusal } from '../use-upload-refusal';
import { useSending } from './send.store';
import { t } from '../../../i18n/t';
import styles from './send.module.css';

/** Files, partner and terms in one flow, up to the delivery. The partner's request, the code and the link follow from it. */
export default function SendPage() {
  const sending = useSending((state) => state.sending);
  const refusal = useUploadRefusal();
  return (
    <div className={styles.page}>
      <PageHeader title={t('Send files')} subtitle={t('Choose files, a partner and your terms.')} />
      {refusal ? (
        <Alert type="info" showIcon title={refusal} />
      ) : sending ? (
        <SendProgress sending={sending} />
      ) : (
        <Flex vertical gap={16}>
          <DeliveryNotice />
          <SendForm />
        </Flex>
      )}
    </div>
  );
}

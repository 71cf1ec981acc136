import { identity } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Button, Modal, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import dayjs from 'dayjs';
import { useState } from 'react';
import { fetchBytes, saveAs } from '../../api/bytes';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { proofOf } from '../../vault/password/password';
import { errorMessage } from '../../vault/texts';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { t } from '../../i18n/t';

/** Download of all data of the account. */
export function DataCard() {
  const [open, setOpen] = useState(false);
  return (
    <SectionCard title={t('Your data')} extra={<Button onClick={() => setOpen(true)}>{t('Download my data')}</Button>}>
      <Typography.Text type="secondary">
        {t(
          'One archive with all data about your account: company, registration, folders, requests, transfers, notifications and log.',
        )}
      </Typography.Text>
      <Modal
        title={t('Download my data')}
        open={open}
        onCancel={() => setOpen(false)}
        footer={null}
        destroyOnHidden
        width={460}
      >
        <Download onDone={() => setOpen(false)} />
      </Modal>
    </SectionCard>
  );
}

function Download({ onDone }: { onDone: () => void }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: async (password: string) => fetchBytes(routes.exportAccount, { password: await proofOf(password) }),
  });
  const save = ({ password }: { password: string }) =>
    download.mutateAsync(password).then((archive) => {
      saveAs(archive, `tradepost-data-${dayjs().format('YYYY-MM-DD')}.zip`);
      toast.success({ title: t('Your data'), description: t('The archive was downloaded.') });
      onDone();
    });
  return (
    <Form
      label={t('Download my data')}
      schema={identity.authorizeExport.input}
      initialValues={{ password: '' }}
      onSubmit={save}
    >
      <FormError message={download.error && errorMessage(download.error)} />
      <OwnPassword autoFocus />
      <SubmitButton>{t('Download')}</SubmitButton>
    </Form>
  );
}

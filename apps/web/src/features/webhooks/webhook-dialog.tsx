import { webhookKinds, webhooks, type Webhook, type WebhookKind } from '@tradepost/contracts/webhooks';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { Field, TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { useChangeWebhook, useCreateWebhook, type WebhookInput } from './api';
import { SecretOnce } from './parts';
import { t } from '../../i18n/t';
import '../../ui/layout/tall-dialog.css';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

const everyKind = Object.keys(webhookKinds) as WebhookKind[];
const options = everyKind.map((value) => ({ value, label: webhookKinds[value] }));

/** Adds a webhook and shows its secret once, or changes an existing webhook. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const create = useCreateWebhook();
  const change = useChangeWebhook();
  const toast = useToast();
  const title = secret ? t('Webhook secret') : webhook ? t('Change the webhook') : t('Add a webhook');
  const submit = async (input: WebhookInput) => {
    if (!webhook) return setSecret((await create.mutateAsync(input)).secret);
    await change.mutateAsync({ ...input, id: webhook.id });
    toast.success({ title: t('Success'), description: t('The webhook was changed') });
    onClose();
  };
  const { url = '', kinds = [], description = '' } = webhook ?? {};
  return (
    <Modal
      open
      title={title}
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
      width={640}
      footer={null}
      onCancel={onClose}
      closable={!secret}
      keyboard={!secret}
      mask={{ closable: false }}
    >
      {secret ? (
        <SecretOnce secret={secret} onSaved={onClose} />
      ) : (
        <Form
          label={title}
          schema={webhooks.create.input}
          initialValues={{ url, kinds, description }}
          onSubmit={submit}
        >
          <FormError message={(webhook ? change : create).error?.message} />
          <TextField
            name="url"
            label={t('Address')}
            required
            placeholder={t('https://example.com/hooks')}
            hint={t('The URL where your program listens: https, on a public address, port 443 or 1024 and above.')}
            inputMode="url"
            autoComplete="off"
          />
          <TextField name="description" label={t('Description')} optional maxLength={200} />
          <Kinds />
          <SubmitButton>{webhook ? t('Save') : t('Add')}</SubmitButton>
        </Form>
      )}
    </Modal>
  );
}

function Kinds() {
  return (
    <Field name="kinds" label={t('Events')}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }, chosen: WebhookKind[], choose) => (
        <div
          id={id}
          role="group"
          aria-label={t('Events')}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          tabIndex={-1}
        >
          <Button
            type="link"
            size="small"
            className={styles.chooseAll}
            onClick={() => choose(chosen.length === everyKind.length ? [] : everyKind)}
          >
            {chosen.length === everyKind.length ? t('Choose none') : t('Choose all')}
          </Button>
          <Checkbox.Group value={chosen} options={options} onChange={choose} className={styles.kinds} />
        </div>
      )}
    </Field>
  );
}

import { webhooks, type Webhook, type WebhookKind } from '@tradepost/contracts/webhooks';
import { useState } from 'react';
import { Field, TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { SecretDialog } from '../../ui/secret/secret-dialog';
import { useChangeWebhook, useCreateWebhook, type WebhookInput } from './api';
import { EventChoice } from './event-choice';
import { WebhookSecret } from './parts';
import { t } from '../../i18n/t';

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
    <SecretDialog title={title} isShown={Boolean(secret)} onClose={onClose}>
      {secret ? (
        <WebhookSecret secret={secret} onSaved={onClose} />
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
    </SecretDialog>
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
          <EventChoice chosen={chosen} onChoose={choose} />
        </div>
      )}
    </Field>
  );
}

import { webhookKinds, webhooks, type Webhook, type WebhookKind } from '@tradepost/contracts/webhooks';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { Field, TextField } from '../../ui/field';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { useToast } from '../../ui/use-toast';
import { useChangeWebhook, useCreateWebhook, type WebhookInput } from './api';
import { SecretOnce } from './parts';
import '../../ui/tall-dialog.css';

const everyKind = Object.keys(webhookKinds) as WebhookKind[];
const options = everyKind.map((value) => ({ value, label: webhookKinds[value] }));

/** Makes a webhook, or changes the one given. A new one's secret stands here once. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const create = useCreateWebhook();
  const change = useChangeWebhook();
  const toast = useToast();
  const title = secret ? 'Secret of the webhook' : webhook ? 'Change the webhook' : 'Add a webhook';
  const submit = async (input: WebhookInput) => {
    if (!webhook) return setSecret((await create.mutateAsync(input)).secret);
    await change.mutateAsync({ ...input, id: webhook.id });
    toast.success({ title: 'Success', description: 'The webhook is changed' });
    onClose();
  };
  const { url = '', kinds = [], description = '' } = webhook ?? {};
  return (
    <Modal
      open
      title={title}
      className="tall-dialog"
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
            label="Address"
            required
            placeholder="https://example.com/hooks"
            hint="Where your program listens: https, port 443 or from 1024, on a public address."
            inputMode="url"
            autoComplete="off"
          />
          <TextField name="description" label="Description" optional maxLength={200} />
          <Kinds />
          <SubmitButton>{webhook ? 'Save' : 'Add'}</SubmitButton>
        </Form>
      )}
    </Modal>
  );
}

function Kinds() {
  return (
    <Field name="kinds" label="Events">
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }, chosen: WebhookKind[], choose) => (
        <div
          id={id}
          role="group"
          aria-label="Events"
          aria-describedby={describedBy}
          aria-invalid={invalid}
          tabIndex={-1}
        >
          <Button
            type="link"
            size="small"
            style={{ paddingInline: 0, marginBottom: 4 }}
            onClick={() => choose(chosen.length === everyKind.length ? [] : everyKind)}
          >
            {chosen.length === everyKind.length ? 'Choose none' : 'Choose all'}
          </Button>
          <Checkbox.Group
            value={chosen}
            options={options}
            onChange={choose}
            style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))', gap: '8px 16px' }}
          />
        </div>
      )}
    </Field>
  );
}

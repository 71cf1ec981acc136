import { identity } from '@tradepost/contracts/identity';
import { Button, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { useToast } from '../../ui/notice/use-toast';
import { Field } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useSavePartnerNote } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './partners.module.css';

interface PartnerNoteProps {
  /** Id of the invitation. */
  id: string;
  /** Company or address of the partner. */
  partner: string;
  note: string | null;
}

/** The own company's note on a partner, and the button that opens its dialog. A person without a company has none. */
export function PartnerNote({ id, partner, note }: PartnerNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay('partners');
  if (useUser().companyId === null) return null;
  return (
    <div>
      {note && (
        <Typography.Text className={`${layout.block} ${layout.small} ${layout.preLine}`}>{note}</Typography.Text>
      )}
      {mayChange && (
        <Button
          type="link"
          size="small"
          className={styles.noteButton}
          aria-label={note ? t('Edit note on {partner}', { partner }) : t('Add note on {partner}', { partner })}
          onClick={() => setOpen(true)}
        >
          {note ? t('Edit note') : t('Add note')}
        </Button>
      )}
      {isOpen && <NoteDialog id={id} partner={partner} note={note} onClose={() => setOpen(false)} />}
    </div>
  );
}

function NoteDialog({ id, partner, note, onClose }: PartnerNoteProps & { onClose: () => void }) {
  const save = useSavePartnerNote();
  const toast = useToast();
  const title = t('Note on {partner}', { partner });
  const submit = async (values: { id: string; note: string }) => {
    const { message } = await save.mutateAsync(values);
    toast.success({ title: t('Success'), description: message });
    onClose();
  };
  return (
    <Modal open title={title} footer={null} onCancel={onClose} width={480}>
      <Form
        label={title}
        schema={identity.savePartnerNote.input}
        initialValues={{ id, note: note ?? '' }}
        onSubmit={submit}
      >
        <FormError message={save.error?.message} />
        <Field name="note" label={t('Note')} hint={t('Only your company sees it. Leave it empty to remove it.')}>
          {(control, value: string, change) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 3, maxRows: 8 }}
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
        <SubmitButton>{t('Save')}</SubmitButton>
      </Form>
    </Modal>
  );
}

import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

interface FolderNameDialogProps {
  title: string;
  initial?: string;
  saving: boolean;
  /** Why the server rejected the last name. */
  error: string | undefined;
  onEdit: () => void;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Asks for a folder name. An empty one cannot be saved. */
export function FolderNameDialog({
  title,
  initial = '',
  saving,
  error,
  onEdit,
  onSave,
  onCancel,
}: FolderNameDialogProps) {
  const [name, setName] = useState(initial);
  const trimmed = name.trim();
  const save = () => trimmed && !saving && onSave(trimmed);
  return (
    <Modal
      open
      title={title}
      okText={t('Save')}
      cancelText={t('Cancel')}
      confirmLoading={saving}
      okButtonProps={{ disabled: !trimmed }}
      onOk={save}
      onCancel={onCancel}
      width={420}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('Folder name')}
          htmlFor="folder-name"
          validateStatus={error ? 'error' : ''}
          help={error && <span id="folder-name-error">{error}</span>}
          className={layout.marginBottom8}
        >
          <Input
            id="folder-name"
            autoFocus
            placeholder={t('Market prices 2026')}
            maxLength={255}
            value={name}
            aria-invalid={!!error}
            aria-describedby={error ? 'folder-name-error' : undefined}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => {
              setName(target.value);
              if (error) onEdit();
            }}
            onPressEnter={save}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

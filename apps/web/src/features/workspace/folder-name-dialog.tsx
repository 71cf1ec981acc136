import { Form, Input, Modal } from 'antd';
import { useState } from 'react';

interface FolderNameDialogProps {
  title: string;
  initial?: string;
  saving: boolean;
  /** Why the name last sent was refused. */
  error: string | undefined;
  onEdit: () => void;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** An empty name is ignored: the button waits for one. */
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
  const save = () => trimmed && onSave(trimmed);
  return (
    <Modal
      open
      title={title}
      okText="Save"
      cancelText="Cancel"
      confirmLoading={saving}
      okButtonProps={{ disabled: !trimmed }}
      onOk={save}
      onCancel={onCancel}
      width={420}
    >
      <Form layout="vertical">
        <Form.Item
          label="Folder name"
          htmlFor="folder-name"
          validateStatus={error ? 'error' : ''}
          help={error && <span id="folder-name-error">{error}</span>}
          style={{ marginBottom: 8 }}
        >
          <Input
            id="folder-name"
            autoFocus
            placeholder="Market prices 2026"
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

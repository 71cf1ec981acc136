import { Input, Modal } from 'antd';
import { useState } from 'react';

interface FolderNameDialogProps {
  title: string;
  initial?: string;
  saving: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** An empty name is ignored: the button waits for one. */
export function FolderNameDialog({ title, initial = '', saving, onSave, onCancel }: FolderNameDialogProps) {
  const [name, setName] = useState(initial);
  const trimmed = name.trim();
  const save = () => trimmed && onSave(trimmed);
  return (
    <Modal open title={title} okText="Save" confirmLoading={saving} okButtonProps={{ disabled: !trimmed }} onOk={save} onCancel={onCancel}>
      <Input autoFocus aria-label="Folder name" placeholder="Folder name" maxLength={255} value={name} onChange={({ target }) => setName(target.value)} onPressEnter={save} />
    </Modal>
  );
}

import { searchIndustries } from '@tradepost/reference/industries';
import { Button, Flex, Input, Modal, Typography } from 'antd';
import { useDeferredValue, useState } from 'react';
import { EmptyState } from '../../ui/empty-state';

interface NatureDialogProps {
  open: boolean;
  onClose: () => void;
  onChoose: (nature: { code: string; description: string }) => void;
}

/** Sections and divisions of the industry classification, searched by code or words. */
export function NatureDialog({ open, onClose, onChoose }: NatureDialogProps) {
  const [query, setQuery] = useState('');
  const sections = searchIndustries(useDeferredValue(query));
  return (
    <Modal open={open} title="Nature of Business" onCancel={onClose} footer={null} width={680} destroyOnHidden>
      <Input.Search autoFocus allowClear placeholder="Search categories" aria-label="Search categories" value={query} onChange={(event) => setQuery(event.target.value)} />
      <div style={{ maxHeight: '56vh', overflowY: 'auto', marginTop: 16 }}>
        {sections.length === 0 && <EmptyState title="No matching category" text="Try another word." />}
        {sections.map((section) => (
          <section key={section.code} style={{ marginBottom: 12 }}>
            <Typography.Text type="secondary" strong style={{ fontSize: 13, display: 'block', padding: '6px 12px' }}>
              {section.code} · {section.name}
            </Typography.Text>
            <Flex vertical>
              {section.divisions.map(({ code, name }) => (
                <Button
                  key={code}
                  type="text"
                  onClick={() => onChoose({ code, description: name })}
                  style={{ justifyContent: 'flex-start', height: 'auto', minHeight: 36, whiteSpace: 'normal', textAlign: 'start' }}
                >
                  <span className="numbers" style={{ minWidth: 28 }}>
                    {code}
                  </span>
                  {name}
                </Button>
              ))}
            </Flex>
          </section>
        ))}
      </div>
    </Modal>
  );
}

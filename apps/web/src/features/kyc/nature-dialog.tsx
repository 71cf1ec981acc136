import { CheckOutlined } from '@ant-design/icons';
import { industriesSource, searchIndustries } from '@tradepost/reference/industries';
import { Button, Flex, Input, Modal, Typography, theme } from 'antd';
import { useDeferredValue, useRef, useState, type KeyboardEvent } from 'react';
import { EmptyState } from '../../ui/empty-state';

interface NatureDialogProps {
  open: boolean;
  chosen: string | undefined;
  onClose: () => void;
  onChoose: (nature: { code: string; description: string }) => void;
}

/** Categories (sections) and subcategories (divisions) of the industry classification, searched by code or words. */
export function NatureDialog({ open, onClose, ...list }: NatureDialogProps) {
  return (
    <Modal open={open} title="Nature of Business" onCancel={onClose} footer={null} width={680} destroyOnHidden>
      <NatureList {...list} />
    </Modal>
  );
}

function NatureList({ chosen, onChoose }: Omit<NatureDialogProps, 'open' | 'onClose'>) {
  const { token } = theme.useToken();
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const sections = searchIndustries(useDeferredValue(query));
  const count = sections.reduce((sum, { divisions }) => sum + divisions.length, 0);

  /** The arrows go through the list, from the search and back. */
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-division]') ?? [])];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };

  return (
    <div ref={box} onKeyDown={move}>
      <Input.Search
        autoFocus
        allowClear
        placeholder="Search categories and subcategories"
        aria-label="Search categories"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Flex justify="space-between" gap={12} wrap style={{ marginTop: 8, fontSize: 13 }}>
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          {industriesSource.name}, {industriesSource.version}. Source: {industriesSource.source}
        </Typography.Text>
        <Typography.Text type="secondary" role="status" className="numbers" style={{ fontSize: 13 }}>
          {count} {count === 1 ? 'subcategory' : 'subcategories'}
        </Typography.Text>
      </Flex>
      <div style={{ maxHeight: '56vh', overflowY: 'auto', marginTop: 12 }}>
        {sections.length === 0 && <EmptyState title="No matching category" text="Try another word." />}
        {sections.map((section) => (
          <section key={section.code} aria-label={section.name} style={{ marginBottom: 12 }}>
            <Typography.Text
              type="secondary"
              strong
              style={{
                fontSize: 13,
                display: 'block',
                padding: '6px 12px',
                position: 'sticky',
                top: 0,
                zIndex: 1,
                background: token.colorBgElevated,
              }}
            >
              {section.code} · {section.name}
            </Typography.Text>
            <Flex vertical>
              {section.divisions.map(({ code, name }) => (
                <Button
                  key={code}
                  type="text"
                  data-division
                  aria-pressed={code === chosen}
                  onClick={() => onChoose({ code, description: name })}
                  style={{
                    justifyContent: 'flex-start',
                    height: 'auto',
                    minHeight: 36,
                    whiteSpace: 'normal',
                    textAlign: 'start',
                    scrollMarginTop: 40,
                    ...(code === chosen && { background: token.controlItemBgActive }),
                  }}
                >
                  <span className="numbers" style={{ minWidth: 28 }}>
                    {code}
                  </span>
                  <span style={{ flex: 1 }}>{name}</span>
                  {code === chosen && <CheckOutlined aria-hidden />}
                </Button>
              ))}
            </Flex>
          </section>
        ))}
      </div>
    </div>
  );
}

import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useState } from 'react';

interface SearchBoxProps {
  placeholder: string;
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

const pauseMs = 250;

/** Searches once the typing pauses, so that not each letter is a call. */
export function SearchBox({ placeholder, label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState({ text: value, from: value });
  // What the address says wins when it changes from elsewhere (a chip removed, the way back).
  const text = typed.from === value ? typed.text : value;
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <Input
      allowClear
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      placeholder={placeholder}
      aria-label={label}
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, from: value })}
      style={{ flex: '1 1 200px' }}
    />
  );
}

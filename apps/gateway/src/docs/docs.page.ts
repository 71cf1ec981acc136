export const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>API · Tradepost</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs/page.css"><script src="/docs/swagger-ui-bundle.js" defer></script><script src="/docs/start.js" defer></script>
</head><body><main id="docs"></main></body></html>
`;

/** Fits small screens and hides columns that are always empty. */
export const docsStyle = `body { margin: 0; }
.swagger-ui .opblock-body table td.response-col_links, .swagger-ui .opblock-body table tr .response-col_links { display: none; }
.swagger-ui select, .swagger-ui input, .swagger-ui textarea { max-width: 100%; }
.swagger-ui .operation-filter-input { width: 100%; }
@media (max-width: 640px) {
  .swagger-ui .info { margin: 20px 0; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; gap: 8px; }
  .swagger-ui .try-out, .swagger-ui .btn-group { display: flex; flex-wrap: wrap; gap: 8px; }
  .swagger-ui .try-out__btn { margin: 0; padding: 5px 15px; }
  .swagger-ui .opblock-body table, .swagger-ui .opblock-body tbody, .swagger-ui .opblock-body tr, .swagger-ui .opblock-body td { display: block; width: auto; max-width: none; }
  .swagger-ui .opblock-body thead { display: none; }
  .swagger-ui table tbody tr td:first-of-type { padding: 8px 0 0; min-width: 0; max-width: none; }
  .swagger-ui .response-col_description { width: auto; }
  .swagger-ui .response-controls { flex-wrap: wrap; gap: 8px; }
  .swagger-ui .auth-wrapper { justify-content: flex-start; }
}
`;

/** Fills in the token of the user who is signed in in this browser. */
export const docsScript = `const token = /(?:^|; )(?:__Host-)?auth-token=([^;]+)/.exec(document.cookie)?.[1];

/**
 * Optional fields show an example but stay empty. Without this, Swagger UI sends the type's name for form parts without an
 * example.
 */
const optionalFields = ({ React }) => ({
  wrapComponents: {
    ParameterIncludeEmpty: (Choice) => (props) =>
      React.createElement(Choice, props.isIncludedOptions ? { ...props, isIncludedOptions: { ...props.isIncludedOptions, defaultValue: false } } : props),
    JsonSchemaForm: (Form) => (props) => {
      const isNew = React.useRef(true);
      const example = props.schema.getIn(['examples', 0]);
      const begins = props.dispatchInitialValue && isNew.current && !props.required && example === undefined;
      React.useEffect(() => void (isNew.current = false), []);
      return React.createElement(Form, { ...props, ...(begins && { value: '' }), ...(!props.dispatchInitialValue && example !== undefined && { description: 'for example ' + example }) });
    },
  },
});

const docs = SwaggerUIBundle({
  url: '/docs-json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  plugins: [optionalFields],
  onComplete: () => token && docs.preauthorizeApiKey('bearer', decodeURIComponent(token)),
});
`;

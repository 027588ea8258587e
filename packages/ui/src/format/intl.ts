/** The number of formatters to keep. An agent chooses currencies, so there can be many. */
const MAX_FORMATTERS = 100;

/** Formats a number. The options are those of `Intl.NumberFormat`, which throws if it does not know a currency. */
export const formatNumber: Formatter<number, Intl.NumberFormatOptions> = createFormatter(
  (locale, options) => new Intl.NumberFormat(locale, options),
);

/** Formats a date or a time. The options are those of `Intl.DateTimeFormat`. */
export const formatDate: Formatter<Date, Intl.DateTimeFormatOptions> = createFormatter(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);

type Formatter<Value, Options> = (
  value: Value,
  locale: string | undefined,
  options?: Options,
) => string;

/** Keeps the formatters: creating one takes 10 to 30 times as long as formatting a value. */
function createFormatter<Value, Options>(
  create: (
    locale: string | undefined,
    options: Options | undefined,
  ) => { format(value: Value): string },
): Formatter<Value, Options> {
  const known = new Map<string, { format(value: Value): string }>();
  return (value, locale, options) => {
    const key = JSON.stringify([locale, options]);
    const found = known.get(key) ?? create(locale, options);
    if (known.size >= MAX_FORMATTERS) known.clear();
    known.set(key, found);
    return found.format(value);
  };
}

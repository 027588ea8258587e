declare module "*.jsonl?raw" {
  const text: string;
  export default text;
}

declare module "*.js?raw" {
  const text: string;
  export default text;
}

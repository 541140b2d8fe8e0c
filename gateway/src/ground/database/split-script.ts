// A comment, a text, a name, the body of a function, the end of a statement, or anything else.
const PARTS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^-/'"$;]+|[\s\S]/g;
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * The statements of an SQL script. A cluster sends the text of a trigger's statement to its nodes:
 * with a script as one text it would send all of the script.
 */
export function splitScript(script: string): readonly string[] {
  const statements = [''];
  for (const [part] of script.matchAll(PARTS)) {
    if (part === ';') statements.push('');
    else statements[statements.length - 1] += part;
  }
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(COMMENTS, '').trim() !== '');
}

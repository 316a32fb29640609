import { sql, type SQL } from "drizzle-orm";

const accented = "ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ";
const plain = "aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy";

/** A name as it stands in an alphabet: the database compares bytes, by which É comes after z. */
export const alphabetical = (name: SQL): SQL =>
  sql`lower(translate(${name}, ${sql.raw(`'${accented}'`)}, ${sql.raw(`'${plain}'`)}))`;

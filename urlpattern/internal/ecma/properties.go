package ecma

import "strings"

// The properties of Unicode that an ECMAScript regular expression may name, as of Unicode 17 and ECMAScript 2026. Of
// each, only the ASCII characters are here. They do not change.
//
// Two more characters fold to ASCII, the long s and the Kelvin sign. Every property that has one of them also has a
// letter that folds to the same.

const (
	asciiUpper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	asciiLower26 = "abcdefghijklmnopqrstuvwxyz"
	asciiDigits  = "0123456789"
	asciiControl = "\x00\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"
	asciiPunct   = "!\"#%&'()*,-./:;?@[\\]_{}"
	asciiSymbol  = "$+<=>^`|~"
)

// A propertyRow contains the names of properties or values that have the same ASCII characters.
type propertyRow struct{ characters, names string }

// generalCategories is https://tc39.es/ecma262/#table-unicode-general-category-values.
var generalCategories = [...]propertyRow{
	{asciiControl, "C Cc cntrl Other Control"},
	{"", "Cf Cn Co Cs Lm Lo Lt M Combining_Mark Mc Me Mn Nl No Pf Pi So Zl Zp Format Unassigned Private_Use Surrogate " +
		"Modifier_Letter Other_Letter Titlecase_Letter Mark Spacing_Mark Enclosing_Mark Nonspacing_Mark Letter_Number " +
		"Other_Number Final_Punctuation Initial_Punctuation Other_Symbol Line_Separator Paragraph_Separator"},
	{asciiUpper + asciiLower26, "L LC Letter Cased_Letter"},
	{asciiLower26, "Ll Lowercase_Letter"},
	{asciiUpper, "Lu Uppercase_Letter"},
	{asciiDigits, "N Nd digit Number Decimal_Number"},
	{asciiPunct, "P punct Punctuation"},
	{"_", "Pc Connector_Punctuation"},
	{"-", "Pd Dash_Punctuation"},
	{")]}", "Pe Close_Punctuation"},
	{"!\"#%&'*,./:;?@\\", "Po Other_Punctuation"},
	{"([{", "Ps Open_Punctuation"},
	{asciiSymbol, "S Symbol"},
	{"$", "Sc Currency_Symbol"},
	{"^`", "Sk Modifier_Symbol"},
	{"+<=>|~", "Sm Math_Symbol"},
	{" ", "Z Zs Separator Space_Separator"},
}

// binaryProperties is https://tc39.es/ecma262/#table-binary-unicode-properties.
var binaryProperties = [...]propertyRow{
	{asciiControl + " " + asciiPunct + asciiSymbol + asciiDigits + asciiUpper + asciiLower26, "ASCII Any Assigned"},
	{asciiDigits + "ABCDEFabcdef", "AHex ASCII_Hex_Digit Hex Hex_Digit"},
	{asciiUpper + asciiLower26, "Alpha Alphabetic Cased CWCM Changes_When_Casemapped IDS ID_Start XIDS XID_Start"},
	{"", "Bidi_C Bidi_Control DI Default_Ignorable_Code_Point Dep Deprecated EMod Emoji_Modifier EBase " +
		"Emoji_Modifier_Base EPres Emoji_Presentation ExtPict Extended_Pictographic Ext Extender Gr_Ext Grapheme_Extend " +
		"IDSB IDS_Binary_Operator IDST IDS_Trinary_Operator Ideo Ideographic Join_C Join_Control LOE " +
		"Logical_Order_Exception NChar Noncharacter_Code_Point Radical RI Regional_Indicator UIdeo Unified_Ideograph VS " +
		"Variation_Selector"},
	{"()<>[]{}", "Bidi_M Bidi_Mirrored"},
	{"'.:^`", "CI Case_Ignorable"},
	{asciiUpper, "CWCF Changes_When_Casefolded CWKCF Changes_When_NFKC_Casefolded CWL Changes_When_Lowercased Upper Uppercase"},
	{asciiLower26, "CWT Changes_When_Titlecased CWU Changes_When_Uppercased Lower Lowercase"},
	{"-", "Dash"},
	{"^`", "Dia Diacritic"},
	{"#*" + asciiDigits, "Emoji EComp Emoji_Component"},
	{" " + asciiPunct + asciiSymbol + asciiDigits + asciiUpper + asciiLower26, "Gr_Base Grapheme_Base"},
	{asciiDigits + asciiUpper + "_" + asciiLower26, "IDC ID_Continue XIDC XID_Continue"},
	{"+<=>^|~", "Math"},
	{"!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~", "Pat_Syn Pattern_Syntax"},
	{"\t\n\v\f\r ", "Pat_WS Pattern_White_Space space White_Space"},
	{"\"'", "QMark Quotation_Mark"},
	{"!.?", "STerm Sentence_Terminal"},
	{"ij", "SD Soft_Dotted"},
	{"!,.:;?", "Term Terminal_Punctuation"},
}

// propertiesOfStrings is https://tc39.es/ecma262/#table-binary-unicode-properties-of-strings. None has a string of
// ASCII characters alone.
const propertiesOfStrings = "Basic_Emoji Emoji_Keycap_Sequence " +
	"RGI_Emoji_Modifier_Sequence RGI_Emoji_Flag_Sequence RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence RGI_Emoji"

// scripts contains the values of the properties Script and Script_Extensions. Two of them have ASCII characters: Latin
// has the letters, and Common has the rest.
const scripts = "Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Berf Bhks Bopo Brah Brai Bugi Buhd Cakm " +
	"Cans Cari Cham Cher Chrs Copt Qaac Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Gara " +
	"Geor Glag Gong Gonm Goth Gran Grek Gujr Gukh Guru Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung " +
	"Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Krai Kthi Lana Laoo Lepc Limb Lina Linb Lisu Lyci " +
	"Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb " +
	"Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd " +
	"Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sidt Sind Sinh Sogd Sogo Sora Soyo Sund Sunu " +
	"Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt Tayo Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Todr Tols " +
	"Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb Zinh Qaai Zzzz Adlam Caucasian_Albanian " +
	"Arabic Imperial_Aramaic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Beria_Erfe Bhaiksuki " +
	"Bopomofo Brahmi Braille Buginese Buhid Chakma Canadian_Aboriginal Carian Cherokee Chorasmian Coptic " +
	"Cypro_Minoan Cypriot Cyrillic Devanagari Dives_Akuru Dogra Deseret Duployan Egyptian_Hieroglyphs " +
	"Elbasan Elymaic Ethiopic Garay Georgian Glagolitic Gunjala_Gondi Masaram_Gondi Gothic Grantha Greek " +
	"Gujarati Gurung_Khema Gurmukhi Hangul Han Hanunoo Hatran Hebrew Hiragana Anatolian_Hieroglyphs " +
	"Pahawh_Hmong Nyiakeng_Puachue_Hmong Old_Hungarian Old_Italic Javanese Kayah_Li Katakana Kharoshthi " +
	"Khmer Khojki Khitan_Small_Script Kannada Kirat_Rai Kaithi Tai_Tham Lao Lepcha Limbu Linear_A " +
	"Linear_B Lycian Lydian Mahajani Makasar Mandaic Manichaean Marchen Medefaidrin Mende_Kikakui " +
	"Meroitic_Cursive Meroitic_Hieroglyphs Malayalam Mongolian Mro Meetei_Mayek Multani Myanmar " +
	"Nag_Mundari Nandinagari Old_North_Arabian Nabataean Nko Nushu Ogham Ol_Chiki Ol_Onal Old_Turkic " +
	"Oriya Osage Osmanya Old_Uyghur Palmyrene Pau_Cin_Hau Old_Permic Phags_Pa Inscriptional_Pahlavi " +
	"Psalter_Pahlavi Phoenician Miao Inscriptional_Parthian Rejang Hanifi_Rohingya Runic Samaritan " +
	"Old_South_Arabian Saurashtra SignWriting Shavian Sharada Siddham Sidetic Khudawadi Sinhala Sogdian " +
	"Old_Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagbanwa Takri Tai_Le " +
	"New_Tai_Lue Tamil Tangut Tai_Viet Tai_Yo Telugu Tifinagh Tagalog Thaana Tibetan Tirhuta Tangsa " +
	"Todhri Tolong_Siki Tulu_Tigalari Ugaritic Vai Vithkuqi Warang_Citi Wancho Old_Persian Cuneiform " +
	"Yezidi Yi Zanabazar_Square Inherited Unknown"

// propertySet returns the ASCII characters that a property has, and whether there is such a property.
// https://tc39.es/ecma262/#prod-UnicodePropertyValueExpression
func propertySet(expression string) (set Set, ok bool) {
	name, value, hasValue := strings.Cut(expression, "=")
	switch {
	case !hasValue:
		if set, ok = lookUp(generalCategories[:], name); ok {
			return set, true
		}
		return lookUp(binaryProperties[:], name)
	case name == "General_Category" || name == "gc":
		return lookUp(generalCategories[:], value)
	case name == "Script" || name == "sc" || name == "Script_Extensions" || name == "scx":
		return scriptSet(value)
	}
	return set, false
}

// lookUp finds a name in a table.
func lookUp(rows []propertyRow, name string) (set Set, ok bool) {
	for _, row := range rows {
		if hasWord(row.names, name) {
			return setOf(row.characters), true
		}
	}
	return set, false
}

func scriptSet(value string) (set Set, ok bool) {
	letters := rangeSet('A', 'Z').union(rangeSet('a', 'z'))
	switch {
	case value == "Latin" || value == "Latn":
		return letters, true
	case value == "Common" || value == "Zyyy":
		return AllASCII.without(letters), true
	}
	return set, hasWord(scripts, value)
}

// isPropertyOfStrings reports whether the name is one of a property that strings can have.
func isPropertyOfStrings(name string) bool { return hasWord(propertiesOfStrings, name) }

// hasWord reports whether one of the words of a list is w.
func hasWord(list, w string) bool {
	for word := range strings.SplitSeq(list, " ") {
		if word == w {
			return true
		}
	}
	return false
}

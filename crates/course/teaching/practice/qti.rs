//! A set as a package of QTI 2.1: a manifest, a test that has the order, and an item for each problem, with an answer for each field.
//!
//! An item gives a point for each right field and shows how the engine solves the problem, whatever was answered.

use super::export::{Answer, answer, asked, category, escaped, solved};
use super::zip::Archive;
use super::{KINDS, Problem, Set};

/// What every document begins with: its element, and the names of its schema.
fn root(element: &str, schema: &str, file: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"http://www.imsglobal.org/xsd/{schema}\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"http://www.imsglobal.org/xsd/{schema} {file}\""
    )
}

const ITEMS: (&str, &str) = ("imsqti_v2p1", "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd");
const PACKAGE: (&str, &str) = ("imscp_v1p1", "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd");

/// Problems with their numbers and addresses as a package.
pub(super) fn package(set: &Set, problems: impl Iterator<Item = (u32, Problem, String)>) -> Vec<u8> {
    let mut archive = Archive::default();
    let (mut resources, mut needs, mut order) = (String::new(), String::new(), String::new());
    for (number, problem, link) in problems {
        let (id, file) = (identifier(set, number, &problem), format!("problem-{number}.xml"));
        archive.put(&file, item(set, number, &id, &problem, &link).as_bytes());
        resources +=
            &format!("<resource identifier=\"{id}\" type=\"imsqti_item_xmlv2p1\" href=\"{file}\"><file href=\"{file}\"/></resource>\n");
        needs += &format!("<dependency identifierref=\"{id}\"/>");
        order += &format!("<assessmentItemRef identifier=\"{id}\" href=\"{file}\"/>\n");
    }
    let (title, test) = (escaped(&set.described()), format!("ulpscope-{:x}-test", set.seed));
    let whole = format!(
        "{} identifier=\"{test}\" title=\"{title}\" toolName=\"Ulpscope\">\n\
         <testPart identifier=\"part\" navigationMode=\"nonlinear\" submissionMode=\"individual\">\n\
         <assessmentSection identifier=\"problems\" title=\"{title}\" visible=\"true\">\n{order}</assessmentSection>\n</testPart>\n\
         </assessmentTest>\n",
        root("assessmentTest", ITEMS.0, ITEMS.1)
    );
    archive.put("test.xml", whole.as_bytes());
    let manifest = format!(
        "{} identifier=\"ulpscope-{:x}\">\n<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>\n\
         <organizations/>\n<resources>\n\
         <resource identifier=\"{test}\" type=\"imsqti_test_xmlv2p1\" href=\"test.xml\"><file href=\"test.xml\"/>{needs}</resource>\n\
         {resources}</resources>\n</manifest>\n",
        root("manifest", PACKAGE.0, PACKAGE.1),
        set.seed
    );
    archive.put("imsmanifest.xml", manifest.as_bytes());
    archive.finish()
}

/// An identifier that no problem of another set has.
fn identifier(set: &Set, number: u32, problem: &Problem) -> String {
    let kind = KINDS.iter().find(|row| row.0 == problem.kind).map_or("", |row| row.1);
    let special = if set.special { "-special" } else { "" };
    format!("ulpscope-{:x}-{}{special}-{kind}-{number}", set.seed, set.format.name)
}

fn item(set: &Set, number: u32, id: &str, problem: &Problem, link: &str) -> String {
    let (mut declared, mut fields, mut marked) = (String::new(), String::new(), String::new());
    for (place, field) in problem.fields.iter().enumerate() {
        let name = format!("FIELD{place}");
        let (kind, right, entry, test) = entry(&name, &answer(field));
        let hint = field.hint();
        let hint = if hint.is_empty() { hint } else { format!(" ({hint})") };
        declared += &format!(
            "<responseDeclaration identifier=\"{name}\" cardinality=\"single\" baseType=\"{kind}\">\
             <correctResponse><value>{}</value></correctResponse></responseDeclaration>\n",
            escaped(&right)
        );
        fields += &format!("<p>{}: {entry}</p>\n", escaped(&[field.name, &hint].concat()));
        // Some players stop where an answer that is missing is compared.
        marked += &format!(
            "<responseCondition><responseIf><isNull><variable identifier=\"{name}\"/></isNull></responseIf><responseElseIf>{test}\
             <setOutcomeValue identifier=\"SCORE\"><sum><variable identifier=\"SCORE\"/><baseValue baseType=\"float\">1</baseValue></sum>\
             </setOutcomeValue></responseElseIf></responseCondition>\n"
        );
    }
    let lines = |lines: Vec<String>| lines.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect::<String>();
    let title = escaped(&format!("{} {number}: {}", category(set), problem.kind.name()));
    format!(
        "{} identifier=\"{id}\" title=\"{title}\" adaptive=\"false\" timeDependent=\"false\" xml:lang=\"en\" toolName=\"Ulpscope\">\n\
         {declared}\
         <outcomeDeclaration identifier=\"SCORE\" cardinality=\"single\" baseType=\"float\" normalMaximum=\"{}\">\
         <defaultValue><value>0</value></defaultValue></outcomeDeclaration>\n\
         <outcomeDeclaration identifier=\"FEEDBACK\" cardinality=\"single\" baseType=\"identifier\"/>\n\
         <itemBody>\n{}{fields}</itemBody>\n\
         <responseProcessing>\n{marked}<setOutcomeValue identifier=\"FEEDBACK\"><baseValue baseType=\"identifier\">solution</baseValue>\
         </setOutcomeValue>\n</responseProcessing>\n\
         <modalFeedback outcomeIdentifier=\"FEEDBACK\" identifier=\"solution\" showHide=\"show\">\n{}\
         <p><a href=\"{}\">Step by step in Ulpscope</a></p>\n</modalFeedback>\n</assessmentItem>\n",
        root("assessmentItem", ITEMS.0, ITEMS.1),
        problem.fields.len(),
        lines(asked(problem)),
        lines(solved(problem)),
        escaped(link)
    )
}

/// The type of an answer, what is right, where it is given, and what is true of a right one.
fn entry(name: &str, answer: &Answer) -> (&'static str, String, String, String) {
    let typed = |length: usize| format!("<textEntryInteraction responseIdentifier=\"{name}\" expectedLength=\"{length}\"/>");
    let given = format!("<variable identifier=\"{name}\"/>");
    match answer {
        Answer::Texts(all) => {
            let one = |text: &String| {
                let text = escaped(text);
                format!("<stringMatch caseSensitive=\"false\">{given}<baseValue baseType=\"string\">{text}</baseValue></stringMatch>")
            };
            let length = all.iter().map(String::len).max().unwrap_or_default();
            let right = all.first().cloned().unwrap_or_default();
            ("string", right, typed(length), format!("<or>{}</or>", all.iter().map(one).collect::<String>()))
        }
        Answer::Number(number, off) => {
            let within = if off == "0" { "exact\"".to_owned() } else { format!("absolute\" tolerance=\"{off} {off}\"") };
            let test = format!("<equal toleranceMode=\"{within}>{given}<correct identifier=\"{name}\"/></equal>");
            ("float", number.clone(), typed(16), test)
        }
        Answer::Choice(words, right) => {
            let word =
                |(place, word): (usize, &&str)| format!("<inlineChoice identifier=\"CHOICE{place}\">{}</inlineChoice>", escaped(word));
            let all: String = words.iter().enumerate().map(word).collect();
            let menu = format!("<inlineChoiceInteraction responseIdentifier=\"{name}\" shuffle=\"false\">{all}</inlineChoiceInteraction>");
            ("identifier", format!("CHOICE{right}"), menu, format!("<match>{given}<correct identifier=\"{name}\"/></match>"))
        }
    }
}
